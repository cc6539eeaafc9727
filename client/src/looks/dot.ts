/** The red dot of document 001: a point with a direction, no vehicle. White is where it pushes, black how fast it goes. */

import * as THREE from 'three'
import { box, finished } from '../shapes'
import type { Look, Size } from './finishes'
import { assembled, hung } from './joints'

const RED = { colour: 0xd8201c, gloss: 0.25, isSmooth: true }
const ARROW_FACTOR = 0.35 // [s] the black line is as long as the way covered in this time

export function dot(size: Size): Look {
  const radius = 0.5 * Math.min(size.length, size.width)
  const near = dotParts(size, { radius, sides: 28 })
  const far = dotParts(size, { radius, sides: 8 })
  return {
    near: assembled(near),
    mid: assembled(dotParts(size, { radius, sides: 14 })),
    far: assembled(far),
    turretPlace: [0, 0, 0],
    roof: [0, 0, size.height],
    loop: undefined,
    dust: [[0, 0]],
    exhaust: [0, 0, 0.5 * size.height],
  }
}

function dotParts(
  { height }: Size,
  { radius, sides }: { radius: number; sides: number },
): THREE.BufferGeometry[] {
  const ball = new THREE.SphereGeometry(1, sides, Math.ceil(sides / 2)).rotateX(Math.PI / 2)
  ball.scale(radius, radius, 0.5 * height).translate(0, 0, 0.5 * height)
  ball.computeVertexNormals()
  const line = box([1.02 * radius, 0.14 * radius, 0.1 * height], [0.51 * radius, 0, 0.5 * height], {
    colour: 0xffffff,
    glow: 0.4,
  })
  const crest = box([0.8 * radius, 0.14 * radius, 0.03 * height], [0.4 * radius, 0, height], {
    colour: 0xffffff,
    glow: 0.4,
  })
  const speed = box(
    [ARROW_FACTOR, 0.1 * radius, 0.04 * height],
    [radius + ARROW_FACTOR / 2, 0, 0.5 * height],
    {
      colour: 0x0c0c0c,
    },
  )
  return [
    finished(ball, RED),
    hung(line, { joint: 'pointer', pivot: [0, 0, 0] }),
    hung(crest, { joint: 'pointer', pivot: [0, 0, 0] }),
    hung(speed, { joint: 'arrow', pivot: [radius, 0, 0.5 * height] }),
  ]
}
