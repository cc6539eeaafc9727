/** The page's address says what is compared, so that it can be kept, sent to somebody, and told to a new connection. */

import type { Catalogue, Command, SetUp, Side, SideSetUp } from './messages'
import { TIME_STEPS, timeStepIndex } from './scales'

const STANDARD_STEP = 1 / 60

/** A model's name with the settings that differ from its defaults: "tracked/simple:heading_factor=2". */
export function variantName(side: SideSetUp, catalogue: Catalogue): string {
  const model = catalogue.models.find(({ name }) => name === side.model)
  const settings = (model?.parameters ?? [])
    .filter((field) => side.values[field.name] !== field.default)
    .map((field) => {
      const word = field.words.find(([, value]) => value === side.values[field.name])?.[0]
      return `${field.name}=${word ?? side.values[field.name]}`
    })
  return settings.length ? `${side.model}:${settings.join(',')}` : side.model
}

/** The query of the address that shows this set-up. */
export function queryFor(setUp: SetUp, catalogue: Catalogue): string {
  const parts: [string, string][] = (['left', 'right'] satisfies Side[]).map((side) => [
    side,
    variantName(setUp[side], catalogue),
  ])
  if (setUp.scene.name !== 'ground') parts.push(['scene', setUp.scene.name])
  if (timeStepIndex(setUp.dt) !== timeStepIndex(STANDARD_STEP))
    parts.push(['dt', `1/${Math.round(1 / setUp.dt)}`])
  return parts.map(([name, value]) => `${name}=${readable(value)}`).join('&')
}

/** What a server must be told so that the page shows what its address says. */
export function commandsFrom(query: URLSearchParams): Command[] {
  const [left, right, scene, dt] = ['left', 'right', 'scene', 'dt'].map((name) => query.get(name))
  const commands: Command[] = []
  if (left && right) commands.push({ type: 'compare', left, right })
  else if (left) commands.push({ type: 'choose', side: 'left', model: left })
  else if (right) commands.push({ type: 'choose', side: 'right', model: right })
  if (scene) commands.push({ type: 'scene', name: scene })
  const step = TIME_STEPS.find((known) => `1/${Math.round(1 / known)}` === dt)
  if (step) commands.push({ type: 'dt', value: step })
  return commands
}

/** What a new connection must be told so that it goes on as the lost one was. */
export function commandsFor(setUp: SetUp, catalogue: Catalogue): Command[] {
  const commands: Command[] = [
    {
      type: 'compare',
      left: variantName(setUp.left, catalogue),
      right: variantName(setUp.right, catalogue),
    },
    { type: 'scene', name: setUp.scene.name },
    { type: 'dt', value: setUp.dt },
    { type: 'rule', name: setUp.rule },
    { type: 'slope', value: setUp.slope },
  ]
  if (setUp.target) commands.push({ type: 'target', x: setUp.target[0], y: setUp.target[1] })
  return commands
}

/** Only what an address must not have is escaped: slashes, colons and commas may stand there. */
function readable(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%3D', '=')
}
