import { describe, expect, test } from 'vitest'
import type { ExportRequest } from '../src/site/export/messages'
import { type Choices, commandOf, queryOf, requestOf } from '../src/site/export/request'

const CHOICES: Choices = {
  vehicles: [['M998', 'M998 HMMWV']],
  models: [['bicycle/arc', 'bicycle/arc']],
  languages: [
    ['csharp', 'C#'],
    ['javascript', 'JavaScript'],
  ],
}
const USUAL: ExportRequest = { model: 'M998', language: 'csharp', poses: ['unity'], drive: [] }

describe('a request in a link', () => {
  test('is read as it was written', () => {
    const request = { model: 'bicycle/arc', language: 'javascript', poses: ['screen'], drive: [8, -0.3, 10] }
    expect(queryOf(request)).toBe('?model=bicycle/arc&to=javascript&pose=screen&drive=8,-0.3,10')
    expect(requestOf(queryOf(request), CHOICES, USUAL)).toEqual(request)
  })

  test('that is unknown or broken is as usual', () => {
    expect(requestOf('', CHOICES, USUAL)).toEqual(USUAL)
    expect(requestOf('?model=m998&to=cobol&pose=blender&drive=1,x,2', CHOICES, USUAL)).toEqual({
      ...USUAL,
      poses: [],
    })
  })

  test('is the command that the export has', () => {
    const request = { model: 'M998', language: 'csharp', poses: ['unity', 'screen'], drive: [8, 0.3, 10] }
    expect(commandOf(request)).toBe(
      'motorpool export M998 --to csharp --pose unity --screen --drive 8,0.3,10',
    )
  })
})
