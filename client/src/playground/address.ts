/** Set-up as an address, for bookmarks and links, and as commands for a new connection. */

import type { Catalogue, Command, FieldInfo, SetUp, SideSetUp } from '../generated/playground'
import { SIDES } from '../generated/playground'
import { timeStepIndex } from './scales'

const STANDARD_STEP = 1 / 60

/** Return a model's name with the settings that differ from its defaults: "tracked/simple:heading_factor=2". */
export function variantName(side: SideSetUp, catalogue: Catalogue): string {
  const model = catalogue.models.find(({ name }) => name === side.model)
  const settings = settingsOf(model?.parameters ?? [], side.values).map(([name, value]) => `${name}=${value}`)
  return settings.length ? `${side.model}:${settings.join(',')}` : side.model
}

/** Return names and values that differ from the defaults, as named values if there are any. */
function settingsOf(fields: FieldInfo[], values: Record<string, number>): [string, string | number][] {
  return fields
    .filter((field) => field.name in values && values[field.name] !== field.default)
    .map((field) => {
      const word = field.words.find(([, value]) => value === values[field.name])?.[0]
      return [field.name, word ?? values[field.name]]
    })
}

/** Return the query of the address that shows this set-up. */
export function queryFor(setUp: SetUp, catalogue: Catalogue): string {
  const parts: [string, string][] = []
  for (const side of SIDES) {
    parts.push([side, variantName(setUp[side], catalogue)])
    const added = settingsOf(catalogue.additions, setUp[side].additions)
    if (added.length) parts.push([`${side}_with`, added.map(([name, value]) => `${name}=${value}`).join(',')])
  }
  if (setUp.scene.name !== 'ground') parts.push(['scene', setUp.scene.name])
  if (timeStepIndex(setUp.dt) !== timeStepIndex(STANDARD_STEP))
    parts.push(['dt', `1/${Math.round(1 / setUp.dt)}`])
  return parts.map(([name, value]) => `${name}=${readable(value)}`).join('&')
}

/** Return the commands that restore the set-up on a new connection. */
export function commandsFor(setUp: SetUp, catalogue: Catalogue): Command[] {
  const commands: Command[] = [
    { type: 'scene', name: setUp.scene.name },
    {
      type: 'compare',
      left: variantName(setUp.left, catalogue),
      right: variantName(setUp.right, catalogue),
    },
  ]
  for (const side of SIDES)
    for (const [name, value] of settingsOf(catalogue.additions, setUp[side].additions))
      commands.push({ type: 'set', side, name, value })
  commands.push(
    { type: 'dt', value: setUp.dt },
    { type: 'rule', name: setUp.rule },
    { type: 'slope', value: setUp.slope },
  )
  if (setUp.target) commands.push({ type: 'target', x: setUp.target[0], y: setUp.target[1] })
  return commands
}

/** Escape text for a query, except slashes, colons and commas. */
function readable(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%3D', '=')
    .replaceAll('%20', '+')
}
