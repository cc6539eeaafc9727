/** Check of a link to a comparison against the catalogue, with a sentence for each wrong name. */

import type { Catalogue, Command, FieldInfo, ModelInfo, Side } from '../generated/playground'
import { SIDES } from '../generated/playground'
import { TIME_STEPS, timeStepText, trim, unitText } from './scales'

const SETTINGS = ['left', 'right', 'left_with', 'right_with', 'scene', 'dt']
const OTHERS = ['token', 'quality', 'fps', 'embedded'] // parameters of the server, the live page, and embedding
const LISTED = 8 // largest number of names in a sentence

export interface CheckedLink {
  commands: Command[]
  problems: string[]
}

type Setting = [name: string, value: number | string]

/** Return the valid parts of a link and the problems of the others; a scene may have its own vehicles. */
export function checkLink(query: URLSearchParams, catalogue: Catalogue): CheckedLink {
  const problems: string[] = []
  for (const name of query.keys())
    if (![...SETTINGS, ...OTHERS].includes(name))
      problems.push(wrong(`This page has no setting ${quoted(name)}`, name, SETTINGS))
  const check = new Check(catalogue, problems)
  const commands: Command[] = []
  const scene = check.scene(query.get('scene'))
  if (scene) commands.push({ type: 'scene', name: scene })
  const [left, right] = SIDES.map((side) => check.model(side, query.get(side)))
  if (left && right) commands.push({ type: 'compare', left, right })
  else if (left) commands.push({ type: 'choose', side: 'left', model: left })
  else if (right) commands.push({ type: 'choose', side: 'right', model: right })
  for (const side of SIDES)
    for (const [name, value] of check.settings(
      query.get(`${side}_with`) ?? '',
      'the additions',
      catalogue.additions,
    ))
      commands.push({ type: 'set', side, name, value })
  const dt = check.timeStep(query.get('dt'))
  if (dt !== undefined) commands.push({ type: 'dt', value: dt })
  return { commands, problems }
}

class Check {
  private readonly catalogue: Catalogue
  private readonly problems: string[]

  constructor(catalogue: Catalogue, problems: string[]) {
    this.catalogue = catalogue
    this.problems = problems
  }

  scene(name: string | null): string | undefined {
    if (!name) return undefined
    const names = this.catalogue.scenes.map((scene) => scene.name)
    if (names.includes(name)) return name
    this.problems.push(`${wrong(`There is no scene ${quoted(name)}`, name, names)} Shown: ${names[0]}.`)
    return undefined
  }

  /** Return a model's name with its valid settings. */
  model(side: Side, text: string | null): string | undefined {
    if (!text) return undefined
    const [base, ...rest] = text.split(':')
    const model = this.named(base)
    if (!model) {
      const names = this.catalogue.models.flatMap(({ name, aliases }) => [name, ...aliases])
      this.problems.push(
        `${wrong(`There is no model ${quoted(base)}`, base, names)} The ${side} one is the default.`,
      )
      return undefined
    }
    const settings = this.settings(rest.join(':'), model.name, model.parameters)
    return settings.length ? `${base}:${settings.map(([name, value]) => `${name}=${value}`).join(',')}` : base
  }

  /** Return the valid names and values. */
  settings(text: string, owner: string, fields: FieldInfo[]): Setting[] {
    return text
      .split(',')
      .filter((setting) => setting !== '')
      .flatMap((setting): Setting[] => {
        const [name, value = ''] = setting.split('=').map((part) => part.trim())
        const field = fields.find((known) => known.name === name)
        if (!field) {
          const names = fields.map((known) => known.name)
          this.problems.push(wrong(`${capital(owner)} has no parameter ${quoted(name)}`, name, names))
          return []
        }
        const problem = problemOf(field, value)
        if (problem) this.problems.push(`${problem} Shown: ${valueText(field)}.`)
        return problem ? [] : [[name, Number.isFinite(Number(value)) ? Number(value) : value]]
      })
  }

  /** Return a time step in seconds, written as 1/60 or 0.1. */
  timeStep(text: string | null): number | undefined {
    if (!text) return undefined
    const [shortest, longest] = this.catalogue.dt
    const step = TIME_STEPS.find((known) => timeStepText(known) === `${text} s`) ?? fraction(text)
    if (step >= shortest * (1 - 1e-9) && step <= longest) return step
    const limits = `${timeStepText(shortest)} to ${timeStepText(longest)}`
    this.problems.push(
      `${quoted(`dt=${text}`)} is no time step: write 1/60 or 0.1, from ${limits}. Shown: 1/60 s.`,
    )
    return undefined
  }

  private named(base: string): ModelInfo | undefined {
    const wanted = plain(base)
    const { models } = this.catalogue
    return (
      models.find(({ name, aliases }) => name === base || aliases.includes(base)) ??
      models.find(({ name, is_vehicle }) => is_vehicle && plain(name) === wanted)
    )
  }
}

/** Return the reason why a field cannot have a value; empty if it can. */
function problemOf(field: FieldInfo, text: string): string {
  const words = field.words.map(([word]) => word)
  if (words.includes(text)) return ''
  const value = text === '' ? Number.NaN : Number(text)
  if (field.is_choice && !field.words.some(([, known]) => known === value))
    return wrong(`${field.name} is ${quoted(text)}`, text, words)
  if (!Number.isFinite(value)) return `${field.name} is ${quoted(text)}; it must be a number.`
  const { low, high, is_open } = field
  const isBelow = low !== null && (is_open ? value <= low : value < low)
  const isAbove = high !== null && (is_open ? value >= high : value > high)
  if (!isBelow && !isAbove) return ''
  const limit = isBelow
    ? `${is_open ? 'more than' : 'at least'} ${trim(low ?? 0)}`
    : `${is_open ? 'less than' : 'at most'} ${trim(high ?? 0)}`
  return `${field.name} is ${trim(value)}${unitText(field.unit)}; it must be ${limit}.`
}

function valueText(field: FieldInfo): string {
  const word = field.words.find(([, value]) => value === field.default)?.[0]
  return word ?? `${trim(field.default)}${unitText(field.unit)}`
}

/** Return "1/60" or "0.1" as a number. */
function fraction(text: string): number {
  const [over, under = '1'] = text.split('/')
  return Number(over) / Number(under)
}

/** Return a sentence with a similar name, or with the first of the existing names. */
function wrong(what: string, name: string, names: readonly string[]): string {
  const meant = closest(name, names)
  if (meant) return `${what}; did you mean ${quoted(meant)}?`
  if (names.length === 0) return `${what}; it has none.`
  const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : ''
  return `${what}; there are ${names.slice(0, LISTED).join(', ')}${more}.`
}

function quoted(text: string): string {
  return `“${text}”`
}

function capital(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text
}

/** Return letters and digits in lower case: "t72a" and "T-72A" are equal. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** Return the most similar name: few changed letters, or the same beginning; undefined if there is none. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name)
  if (wanted === '') return undefined
  const ranked = names
    .map((known) => ({ known, off: distance(wanted, plain(known)) }))
    .sort((one, other) => one.off - other.off)
  const best = ranked[0]
  if (best && best.off <= Math.max(1, Math.floor(wanted.length / 3))) return best.known
  return names.find((known) => plain(known).startsWith(wanted) || plain(known).endsWith(wanted))
}

/** Return the number of letters to insert, delete, change or swap between two words. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = rows[i - 1][j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwapped ? rows[i - 2][j - 2] + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, change, swap))
    }
    rows.push(row)
  }
  return rows[one.length][other.length]
}
