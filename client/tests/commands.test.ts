import { describe, expect, it } from 'vitest'
import { faultIn } from '../mock/commands.mjs'
import { COMMANDS } from '../mock/generated/commands.mjs'
import type { Command } from '../src/generated/messages'

const VALUES = { number: 1, string: 'x', boolean: true }

function messageOf(type: string, fields: Record<string, string>): Record<string, unknown> {
  const values = Object.entries(fields).map(([name, kind]) => [name, VALUES[kind as keyof typeof VALUES]])
  return { type, ...Object.fromEntries(values) }
}

describe('the mock server', () => {
  it('takes every command of the list', () => {
    for (const [type, fields] of Object.entries(COMMANDS))
      expect(faultIn(messageOf(type, fields))).toBeUndefined()
  })

  it('takes what the page sends', () => {
    const rewind: Command = { type: 'rewind', seconds: 15 }
    expect(faultIn(rewind)).toBeUndefined()
  })

  it('refuses an unknown command, a field too many, too few or of another type', () => {
    expect(faultIn({ type: 'fly' })).toContain('none of')
    expect(faultIn({ type: 'pause', now: true })).toContain('with exactly its fields')
    expect(faultIn({ type: 'rewind' })).toContain('with exactly its fields')
    expect(faultIn({ type: 'rewind', seconds: '15' })).toBe('rewind.seconds must be a number')
  })
})
