/** What a program prints, handed on a few times a second however fast it prints. */

const PAUSE = 60 // between two pieces [ms]
const MOST = 20_000 // characters of a piece; of more, the end

export class Printed {
  private readonly tell: (text: string) => void
  private readonly now: () => number
  private readonly decoder = new TextDecoder()
  private text = ''
  private told: number

  /** `now` is for tests [ms]. */
  constructor(tell: (text: string) => void, now = () => performance.now()) {
    this.tell = tell
    this.now = now
    this.told = now()
  }

  /** Takes bytes of UTF-8 and returns how many it took: all. */
  write(bytes: Uint8Array): number {
    this.text = newest(this.text + this.decoder.decode(bytes, { stream: true }))
    if (this.now() - this.told >= PAUSE) this.flush()
    return bytes.length
  }

  flush(): void {
    this.told = this.now()
    if (this.text) this.tell(this.text)
    this.text = ''
  }
}

/** The end of a long text, from the start of a line. */
export function newest(text: string): string {
  if (text.length <= MOST) return text
  const end = text.slice(-MOST)
  return `…\n${end.slice(end.indexOf('\n') + 1)}`
}
