/** Joints of a vehicle's parts, and the shader that moves them: wheels roll and steer, tracks run, turrets turn. */

import * as THREE from 'three'

export const JOINT = {
  hull: 0,
  wheel: 1,
  turret: 2,
  gun: 3,
  link: 4,
  pennant: 5,
  arrow: 6,
  pointer: 7,
} as const
export type Joint = keyof typeof JOINT

/** The rolled distance, of four, that turns a wheel. */
export const CHANNEL = { frontLeft: 0, frontRight: 1, rearLeft: 2, rearRight: 3 } as const

export const LOOP_POINTS = 96 // of a track's closed path, evenly spaced

export interface Hanging {
  joint: Joint
  pivot: [number, number, number] // [m]; of a link: how far along the track it starts, 0, 0
  channel?: number
  radius?: number // of a wheel [m]
  extra?: number // wheel: 1 steers; gun: 1 recoils; pennant: 1 turns with the turret
}

/** The same part, hung on a joint. */
export function hung(part: THREE.BufferGeometry, hanging: Hanging): THREE.BufferGeometry {
  const count = part.getAttribute('position').count
  const joint = [JOINT[hanging.joint], hanging.channel ?? 0, hanging.radius ?? 1, hanging.extra ?? 0]
  part.setAttribute('joint', repeated(joint, count))
  part.setAttribute('pivot', repeated(hanging.pivot, count))
  return part
}

function repeated(values: number[], count: number): THREE.BufferAttribute {
  const size = values.length
  const array = Float32Array.from({ length: size * count }, (_, k) => values[k % size])
  return new THREE.BufferAttribute(array, size)
}

/** Attributes of a vertex, attributes of a vehicle, and `articulate`, which moves a vertex of the body's frame. */
export const ARTICULATE = /* glsl */ `
  attribute vec4 joint;
  attribute vec3 pivot;
  attribute vec4 rolled; // [m] front left, front right, rear left, rear right
  attribute vec4 turned; // [rad] left wheel, right wheel, turret, gun
  attribute vec4 looks; // damage 0..1, recoil [m], whether a player drives, shown speed
  uniform vec4 trackLoop[${LOOP_POINTS}]; // x, z, direction
  uniform float trackLength;
  uniform vec3 turretPlace;
  uniform float clock; // [s]

  vec2 spun(vec2 v, float angle) {
    float c = cos(angle), s = sin(angle);
    return vec2(c * v.x - s * v.y, s * v.x + c * v.y);
  }

  float rolledBy(float channel) {
    return channel < 0.5 ? rolled.x : channel < 1.5 ? rolled.y : channel < 2.5 ? rolled.z : rolled.w;
  }

  void rollWheel(inout vec3 p, inout vec3 n) {
    float angle = rolledBy(joint.y) / joint.z;
    p -= pivot;
    p.zx = spun(p.zx, angle);
    n.zx = spun(n.zx, angle);
    if (joint.w > 0.5) {
      float steer = pivot.y > 0.0 ? turned.x : turned.y;
      p.xy = spun(p.xy, steer);
      n.xy = spun(n.xy, steer);
    }
    p += pivot;
  }

  void turnTurret(inout vec3 p, inout vec3 n) {
    p.xy = spun(p.xy - turretPlace.xy, turned.z) + turretPlace.xy;
    n.xy = spun(n.xy, turned.z);
  }

  void raiseGun(inout vec3 p, inout vec3 n) {
    p.x -= looks.y * joint.w;
    p.zx = spun(p.zx - pivot.zx, -turned.w) + pivot.zx;
    n.zx = spun(n.zx, -turned.w);
    turnTurret(p, n);
  }

  void runLink(inout vec3 p, inout vec3 n) {
    float at = fract((pivot.x + rolledBy(joint.y)) / trackLength) * ${LOOP_POINTS}.0;
    int first = int(at) % ${LOOP_POINTS};
    vec4 here = mix(trackLoop[first], trackLoop[(first + 1) % ${LOOP_POINTS}], fract(at));
    vec2 along = normalize(here.zw);
    vec2 outward = vec2(-along.y, along.x);
    p.xz = here.xy + p.x * along + p.z * outward;
    n.xz = n.x * along + n.z * outward;
  }

  void wave(inout vec3 p, inout vec3 n) {
    float free = pivot.x - p.x;
    p.y += 0.35 * free * sin(7.0 * clock - 9.0 * free);
    p = mix(pivot, p, looks.z);
    if (joint.w > 0.5) turnTurret(p, n);
  }

  void articulate(inout vec3 p, inout vec3 n) {
    int kind = int(joint.x + 0.5);
    if (kind == ${JOINT.wheel}) rollWheel(p, n);
    else if (kind == ${JOINT.turret}) turnTurret(p, n);
    else if (kind == ${JOINT.gun}) raiseGun(p, n);
    else if (kind == ${JOINT.link}) runLink(p, n);
    else if (kind == ${JOINT.pennant}) wave(p, n);
    else if (kind == ${JOINT.arrow}) p.x = pivot.x + (p.x - pivot.x) * looks.w;
    else if (kind == ${JOINT.pointer}) {
      p.xy = spun(p.xy, turned.x);
      n.xy = spun(n.xy, turned.x);
    }
  }
`

export interface JointUniforms {
  trackLoop: { value: THREE.Vector4[] }
  trackLength: { value: number }
  turretPlace: { value: THREE.Vector3 }
  clock: { value: number }
}

/** Uniforms for a vehicle without tracks and turret, to be filled in. */
export function jointUniforms(): JointUniforms {
  return {
    trackLoop: { value: Array.from({ length: LOOP_POINTS }, () => new THREE.Vector4(0, 0, 1, 0)) },
    trackLength: { value: 1 },
    turretPlace: { value: new THREE.Vector3() },
    clock: { value: 0 },
  }
}
