/** Messages between the form and its Python. */

/** Request for a file. */
export interface ExportRequest {
  /** Name of a model or a vehicle. */
  model: string
  language: string
  /** Programs for which a pose is added: screen, unity, godot. */
  poses: string[]
  /** Speed [m/s], steering command and duration [s] of a drive; empty for none. */
  drive: number[]
}

/** The file, or in `reason` the error. */
export interface Written {
  text: string
  file: string
  /** Check of this language by the project; empty if its programs are not run. */
  checked: string
  reason: string
}

/** Message from the page to the worker. */
export interface ToWriter {
  request: ExportRequest
}

/** Message from the worker to the page. */
export type FromWriter =
  | { what: 'loaded'; bytes: number; of: number }
  | { what: 'starting' }
  | { what: 'started' }
  | { what: 'written'; written: Written }
  | { what: 'failed'; reason: string }
