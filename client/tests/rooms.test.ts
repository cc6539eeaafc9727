import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Rooms of `src`: a file imports from its own room and from those to the left of it; `main.ts` and the like from all. */
const LIVE = [
  'generated',
  'base',
  'connection',
  'world',
  'devices',
  'scene',
  'map',
  'page',
  'replay',
  'sound',
]
const ROOMS: Record<string, readonly string[]> = {
  live: [...LIVE, 'components'],
  site: ['generated', 'base', 'connection', 'devices', 'python', 'playground', 'site'],
}

const SOURCE = join(import.meta.dirname, '../src')
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'))
const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]))

/** Return the files of `src` that a file imports, types and workers included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf-8')
  const workers = [...text.matchAll(/new URL\('(\..+?\.ts)'/g)].map((found) => found[1])
  return [...ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName), ...workers]
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(SOURCE, join(SOURCE, dirname(file), name)).replaceAll('\\', '/'))
    .flatMap((path) => FILES.filter((known) => [path, `${path}.ts`, `${path}/index.ts`].includes(known)))
}

function roomOf(file: string): string {
  return file.includes('/') ? file.split('/')[0] : ''
}

test('every folder is a room, and every room has files', () => {
  const rooms = new Set(FILES.map(roomOf).filter(Boolean))
  expect([...rooms].sort()).toEqual([...new Set(Object.values(ROOMS).flat())].sort())
})

test('no file imports from a room above its own', () => {
  const upward = FILES.flatMap((file) => (IMPORTS.get(file) ?? []).map((other) => [file, other])).filter(
    ([file, other]) =>
      roomOf(file) &&
      !Object.values(ROOMS).some((rooms) => {
        const [above, below] = [rooms.indexOf(roomOf(file)), rooms.indexOf(roomOf(other))]
        return below >= 0 && below <= above
      }),
  )
  expect(upward.map(([file, other]) => `${file} imports ${other}`)).toEqual([])
})

test('no files import each other in a circle', () => {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    if (done.has(file) || path.includes(file)) return
    for (const other of IMPORTS.get(file) ?? []) visit(other, [...path, file])
    done.add(file)
  }
  for (const file of FILES) visit(file, [])
  expect(circles).toEqual([])
})
