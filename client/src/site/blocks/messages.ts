/** Messages between the page and its Python. */

/** Message from the page to the worker: run a block; `title` is its file name in Python. */
export interface ToBlocks {
  what: 'run'
  title: string
  text: string
}

/** Result of a block. */
export interface Outcome {
  /** Representation of the last expression's value; empty if there is none. */
  value: string
  /** Its HTML representation, as in a notebook; empty if there is none. */
  html: string
  /** Error in one line; empty for none. */
  error: string
}

/** Message from the worker to the page. */
export type FromBlocks =
  | { what: 'loaded'; bytes: number; of: number }
  | { what: 'starting' }
  | { what: 'started' }
  | { what: 'printed'; text: string }
  | { what: 'done'; outcome: Outcome }
  | { what: 'failed'; reason: string }
