/** What the form and its Python tell each other. */

/** A file that is wanted. */
export interface Wish {
  /** A model's name, or a vehicle's. */
  model: string
  language: string
  /** Other programs whose pose is added: screen, unity, godot. */
  poses: string[]
  /** Speed [m/s], steering command and duration [s] of a drive; empty for none. */
  drive: number[]
}

/** The file, or in `reason` why it cannot be had. */
export interface Written {
  text: string
  file: string
  /** How the project checks this language; empty where it does not run it. */
  checked: string
  reason: string
}

/** From the page to the worker. */
export interface ToWriter {
  wish: Wish
}

/** From the worker to the page. */
export type FromWriter =
  | { what: 'loaded'; bytes: number; of: number }
  | { what: 'starting' }
  | { what: 'started' }
  | { what: 'written'; written: Written }
  | { what: 'failed'; reason: string }
