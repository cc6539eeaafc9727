/** What every input device is to the page: a name, whether it is there, and a reading of where it is held. */

export const KINDS = ['keyboard', 'gamepad', 'space', 'mouse', 'touch'] as const
export type Kind = (typeof KINDS)[number]

/** What moves the vehicle. */
export interface Drive {
  throttle: number // -1..1, backward negative: the wish, which brakes while the vehicle rolls the other way
  brake: number // 0..1
  steer: number // -1..1, left positive
}

/** How fast the turret is to turn, as a fraction of its fastest. */
export interface Aim {
  yaw: number // -1..1, left positive
  elevation: number // -1..1, up positive
}

export interface Buttons {
  fire: boolean
  handBrake: boolean
  nextCamera: boolean
  previousCamera: boolean
  centre: boolean // turret straight ahead
}

export interface Reading extends Drive {
  aim: Aim
  buttons: Buttons
}

export interface Device {
  readonly kind: Kind
  readonly name: string
  readonly isPresent: boolean
  /** Where it is held now, `dt` [s] after the last reading. */
  read(dt: number): Reading
}

export const NO_BUTTONS: Buttons = {
  fire: false,
  handBrake: false,
  nextCamera: false,
  previousCamera: false,
  centre: false,
}

export const AT_REST: Reading = {
  throttle: 0,
  brake: 0,
  steer: 0,
  aim: { yaw: 0, elevation: 0 },
  buttons: NO_BUTTONS,
}
