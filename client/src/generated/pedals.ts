// Keys to pedals; made of the package's own text by tools/generated/page_first_drive.py.
// SPDX-License-Identifier: MIT
export const ROLLING = 0.6;

// Effective throttle and brake.
export interface Pedals {
  throttle: number; // -1..1
  brake: number; // 0..1
}

function maximum(a: number, b: number): number { // NaN if either is
  return b > a || b !== b ? b : a;
}

// Return throttle and brake for held keys: the opposite direction brakes while the vehicle rolls.
export function pedalsOfKeys(forward: number, brake: number, speed: number): Pedals {
  const isAgainst = forward * speed < 0.0 && Math.abs(speed) > ROLLING;
  return {
    throttle: isAgainst ? 0.0 : forward,
    brake: maximum(brake, isAgainst ? Math.abs(forward) : 0.0),
  };
}
