/** Messages between the page and the worker with its WebSocket. */

export type ToWorker =
  | { what: 'open'; id: number; address: string }
  | { what: 'send'; id: number; data: ArrayBuffer | string }
  | { what: 'close'; id: number; code: number | undefined }
  | { what: 'visible'; isVisible: boolean }

export type FromWorker =
  | { what: 'open'; id: number }
  | { what: 'message'; id: number; data: ArrayBuffer | string }
  | { what: 'close'; id: number; code: number; reason: string }
