/** The interface of an input device: a name, its presence, and a reading of its controls. */

export const KINDS = ['keyboard', 'gamepad', 'space', 'mouse', 'touch'] as const
export type Kind = (typeof KINDS)[number]

/** Part of a reading that controls the motion. */
export interface Drive {
  throttle: number // -1..1, backward negative: the demand, which brakes while the vehicle rolls the other way
  brake: number // 0..1
  steer: number // -1..1, left positive
}

/** Commanded rate of the turret, as a fraction of its maximum. */
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
  /** Read the controls, `dt` [s] after the last reading. */
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
