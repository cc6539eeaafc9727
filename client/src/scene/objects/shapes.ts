/** Parts of low-polygon shapes: coloured and flat-shaded, to be merged into one geometry. */

import * as THREE from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'

export interface Finish {
  colour: THREE.ColorRepresentation
}

/** Return a part in its own colour, ready to merge: positions, normals and colours only. */
export function finished(geometry: THREE.BufferGeometry, finish: Finish): THREE.BufferGeometry {
  const part = geometry.index ? geometry.toNonIndexed() : geometry
  part.computeVertexNormals()
  const count = part.getAttribute('position').count
  const colour = new THREE.Color(finish.colour)
  const colours = new Float32Array(3 * count)
  for (let k = 0; k < count; k++) colour.toArray(colours, 3 * k)
  part.setAttribute('color', new THREE.BufferAttribute(colours, 3))
  part.deleteAttribute('uv')
  return part
}

export function merged(parts: THREE.BufferGeometry[]): THREE.BufferGeometry {
  const whole = mergeGeometries(parts)
  whole.computeBoundingSphere()
  return whole
}

/** Return an axis-parallel box from its centre and size. */
export function box(
  size: [number, number, number],
  centre: [number, number, number],
  finish: Finish,
): THREE.BufferGeometry {
  return finished(new THREE.BoxGeometry(...size).translate(...centre), finish)
}

/** Return a prism along z between two rectangles: bottom (x0, x1, half width) and top. */
export function wedge(
  bottom: { back: number; front: number; half: number; z: number },
  top: { back: number; front: number; half: number; z: number },
  finish: Finish,
): THREE.BufferGeometry {
  const ring = (r: typeof bottom) => [
    [r.back, -r.half, r.z],
    [r.front, -r.half, r.z],
    [r.front, r.half, r.z],
    [r.back, r.half, r.z],
  ]
  const points = [...ring(bottom), ...ring(top)]
  const faces = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
  ]
  const positions = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].flatMap((k) => points[k]))
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  return finished(geometry, finish)
}

/** Return a cylinder or cone along an axis. */
export function round(
  options: { bottom: number; top: number; length: number; axis: 'x' | 'y' | 'z'; sides: number },
  centre: [number, number, number],
  finish: Finish,
): THREE.BufferGeometry {
  const geometry = new THREE.CylinderGeometry(options.top, options.bottom, options.length, options.sides)
  if (options.axis === 'x') geometry.rotateZ(-Math.PI / 2)
  if (options.axis === 'z') geometry.rotateX(Math.PI / 2)
  return finished(geometry.translate(...centre), finish)
}
