/** Conversion of a request from and to a link, and to a command line. */

import type { ExportRequest } from './messages'

/** Choices of the form: names and titles of `motorpool export`. */
export interface Choices {
  vehicles: [name: string, title: string][]
  models: [name: string, title: string][]
  languages: [name: string, title: string][]
}

export const POSES: readonly [name: string, title: string][] = [
  ['unity', "Unity's Transform"],
  ['godot', "Godot's Node3D"],
  ['screen', 'a sprite on a screen (y down, degrees)'],
]

/** Read `?model=M1A1&to=csharp&pose=unity&drive=8,0.3,10`; unknown values are those of `usual`. */
export function requestOf(query: string, choices: Choices, usual: ExportRequest): ExportRequest {
  const asked = new URLSearchParams(query)
  const among = (name: string | null, rows: [string, string][], other: string) =>
    rows.find(([each]) => each.toLowerCase() === name?.toLowerCase())?.[0] ?? other
  const drive = (asked.get('drive') ?? '').split(',').map(Number)
  return {
    model: among(asked.get('model'), [...choices.vehicles, ...choices.models], usual.model),
    language: among(asked.get('to'), choices.languages, usual.language),
    poses: asked.has('model') ? asked.getAll('pose').filter(isPose) : usual.poses,
    drive: drive.length === 3 && drive.every(Number.isFinite) ? drive : [],
  }
}

/** Return the query of a request. */
export function queryOf({ model, language, poses, drive }: ExportRequest): string {
  const query = [
    `model=${encodeURIComponent(model)}`,
    `to=${language}`,
    ...poses.map((pose) => `pose=${pose}`),
  ]
  if (drive.length) query.push(`drive=${drive.join(',')}`)
  return `?${query.join('&')}`.replaceAll('%2F', '/')
}

/** Return the command line of a request. */
export function commandOf({ model, language, poses, drive }: ExportRequest): string {
  const words = ['motorpool export', model, `--to ${language}`]
  words.push(...poses.map((pose) => (pose === 'screen' ? '--screen' : `--pose ${pose}`)))
  if (drive.length) words.push(`--drive ${drive.join(',')}`)
  return words.join(' ')
}

function isPose(name: string): boolean {
  return POSES.some(([each]) => each === name)
}
