/** Parallel downloads with common progress; some files are stored compressed, because many servers do not compress. */

export type Progress = (bytes: number, of: number) => void

/** Return the progress of loading Python: "Loading Python, 1.5 of 7.0 MB". */
export function loadingWords(bytes: number, of: number): string {
  const megabytes = (count: number) => (count / 1e6).toFixed(1)
  return `Loading Python, ${megabytes(bytes)} of ${megabytes(of)} MB`
}

export class Downloads {
  private readonly progress: Progress
  private readonly load: typeof fetch
  private loaded = 0
  private total = 0

  /** `load` replaces `fetch` in tests. */
  constructor(progress: Progress, load: typeof fetch = (what) => fetch(what)) {
    this.progress = progress
    this.load = load
  }

  /** Return the bytes of a file. */
  async bytes(url: string): Promise<ArrayBuffer> {
    return new Response(await this.stream(url)).arrayBuffer()
  }

  /** Return a file that is compressed by gzip, as a streaming response of its own type. */
  async unpacked(url: string, type: string): Promise<Response> {
    const stream = (await this.stream(url)).pipeThrough(new DecompressionStream('gzip'))
    return new Response(stream, { headers: { 'content-type': type } })
  }

  private async stream(url: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const answer = await this.load(url)
    if (!answer.ok || !answer.body) throw new Error(`${url} could not be loaded: ${answer.status}`)
    this.total += Number(answer.headers.get('content-length') ?? 0)
    const count = (chunk: Uint8Array<ArrayBuffer>) => {
      this.loaded += chunk.byteLength
      this.progress(this.loaded, Math.max(this.loaded, this.total))
    }
    return answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          count(chunk)
          controller.enqueue(chunk)
        },
      }),
    )
  }
}
