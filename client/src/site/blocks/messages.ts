/** What the page and its Python tell each other. */

/** From the page to the worker: run a block; `title` is what Python calls it. */
export interface ToBlocks {
  what: 'run'
  title: string
  text: string
}

/** What a block came to. */
export interface Outcome {
  /** Its last expression's value as Python writes it; empty where there is none. */
  value: string
  /** The same as a notebook shows it, where it can be shown so. */
  html: string
  /** What went wrong, in a line; empty where all went well. */
  error: string
}

/** From the worker to the page. */
export type FromBlocks =
  | { what: 'loaded'; bytes: number; of: number }
  | { what: 'starting' }
  | { what: 'started' }
  | { what: 'printed'; text: string }
  | { what: 'done'; outcome: Outcome }
  | { what: 'failed'; reason: string }
