import { describe, expect, test } from 'vitest'
import type { Wish } from '../src/site/export/messages'
import { type Choices, commandOf, queryOf, wishOf } from '../src/site/export/wish'

const CHOICES: Choices = {
  vehicles: [['M998', 'M998 HMMWV']],
  models: [['bicycle/arc', 'bicycle/arc']],
  languages: [
    ['csharp', 'C#'],
    ['javascript', 'JavaScript'],
  ],
}
const USUAL: Wish = { model: 'M998', language: 'csharp', poses: ['unity'], drive: [] }

describe('a wish in a link', () => {
  test('is read as it was written', () => {
    const wish = { model: 'bicycle/arc', language: 'javascript', poses: ['screen'], drive: [8, -0.3, 10] }
    expect(queryOf(wish)).toBe('?model=bicycle/arc&to=javascript&pose=screen&drive=8,-0.3,10')
    expect(wishOf(queryOf(wish), CHOICES, USUAL)).toEqual(wish)
  })

  test('that is unknown or broken is as usual', () => {
    expect(wishOf('', CHOICES, USUAL)).toEqual(USUAL)
    expect(wishOf('?model=m998&to=cobol&pose=blender&drive=1,x,2', CHOICES, USUAL)).toEqual({
      ...USUAL,
      poses: [],
    })
  })

  test('is the command that the export has', () => {
    const wish = { model: 'M998', language: 'csharp', poses: ['unity', 'screen'], drive: [8, 0.3, 10] }
    expect(commandOf(wish)).toBe('motorpool export M998 --to csharp --pose unity --screen --drive 8,0.3,10')
  })
})
