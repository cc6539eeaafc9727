/** Output of a program, passed on at a limited rate. */

const PAUSE = 60 // interval of messages [ms]
const MOST = 20_000 // largest number of characters of a message; of longer output only the end is kept

export class Printed {
  private readonly tell: (text: string) => void
  private readonly now: () => number
  private readonly decoder = new TextDecoder()
  private text = ''
  private told: number

  /** `now` [ms] replaces the clock in tests. */
  constructor(tell: (text: string) => void, now = () => performance.now()) {
    this.tell = tell
    this.now = now
    this.told = now()
  }

  /** Add bytes of UTF-8; return their number. */
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

/** Return the end of a long text, from the start of a line. */
export function newest(text: string): string {
  if (text.length <= MOST) return text
  const end = text.slice(-MOST)
  return `…\n${end.slice(end.indexOf('\n') + 1)}`
}
