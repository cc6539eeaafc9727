import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Downloads, loadingWords } from '../src/python/downloads'

const encoder = new TextEncoder()

/** A file that comes in as these pieces. */
function file(pieces: Uint8Array<ArrayBuffer>[], headers: Record<string, string> = {}): Response {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  return new Response(stream, { headers })
}

/** Downloads of these files, and every progress that they tell. */
function downloadsOf(files: Record<string, Response>) {
  const told: [number, number][] = []
  const load = (what: RequestInfo | URL) => Promise.resolve(files[String(what)])
  return { told, downloads: new Downloads((bytes, of) => told.push([bytes, of]), load) }
}

describe('downloads', () => {
  test('a file comes whole, and each piece is counted', async () => {
    const pieces = [encoder.encode('one '), encoder.encode('two')]
    const { told, downloads } = downloadsOf({ a: file(pieces, { 'content-length': '7' }) })
    expect(new TextDecoder().decode(await downloads.bytes('a'))).toBe('one two')
    expect(told).toEqual([
      [4, 7],
      [7, 7],
    ])
  })

  test('files side by side are counted together', async () => {
    const { told, downloads } = downloadsOf({
      a: file([new Uint8Array(10)], { 'content-length': '10' }),
      b: file([new Uint8Array(30)], { 'content-length': '30' }),
    })
    await Promise.all([downloads.bytes('a'), downloads.bytes('b')])
    expect(told.at(-1)).toEqual([40, 40])
  })

  test('more than a server promised is never shown as less than is there', async () => {
    const { told, downloads } = downloadsOf({ a: file([new Uint8Array(8)]) })
    await downloads.bytes('a')
    expect(told).toEqual([[8, 8]])
  })

  test('what was compressed comes unpacked, with its own type, and is counted as it came', async () => {
    const text = 'x'.repeat(10_000)
    const packed = Uint8Array.from(gzipSync(text))
    const { told, downloads } = downloadsOf({ a: file([packed], { 'content-length': `${packed.length}` }) })
    const answer = await downloads.unpacked('a', 'application/wasm')
    expect(answer.headers.get('content-type')).toBe('application/wasm')
    expect(await answer.text()).toBe(text)
    expect(told.at(-1)).toEqual([packed.length, packed.length])
  })

  test('a file that is not there is told by its address and the number of the answer', async () => {
    const { downloads } = downloadsOf({ a: new Response('', { status: 404 }) })
    await expect(downloads.bytes('a')).rejects.toThrow('a could not be loaded: 404')
  })

  test('how far it is, is said in megabytes', () => {
    expect(loadingWords(1_540_000, 7_000_000)).toBe('Loading Python, 1.5 of 7.0 MB')
  })
})
