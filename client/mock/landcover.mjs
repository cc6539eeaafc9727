/** Made-up soils and roads: patches by noise, snow on the heights, mud in the hollows, three roads that meet. */

/** @type {import('../src/generated/world').SoilClass[]} */
const CLASSES = /** @type {[string, string, number][]} */ ([
  ['dry-asphalt', '#55565a', 0.85],
  ['gravel', '#b3a58c', 0.6],
  ['dry-earth', '#a98d62', 0.68],
  ['wet-earth', '#7d6343', 0.55],
  ['dry-sand', '#dcc68c', 0.55],
  ['mud', '#4f3f2e', 0.35],
  ['fresh-snow', '#f4f8fa', 0.3],
  ['ice', '#b5d4e3', 0.1],
]).map(([name, colour, friction]) => ({ name, colour, friction }))
const SQUARE = 12 // [m]
const ACROSS = 700
const STEP = 15 // [m] between points of a road

export function makeLandCover(world, noise) {
  const half = (ACROSS * SQUARE) / 2
  const roads = makeRoads()
  const classes = new Uint8Array(ACROSS * ACROSS)
  for (let row = 0; row < ACROSS; row++) {
    for (let column = 0; column < ACROSS; column++) {
      const [x, y] = [(column + 0.5) * SQUARE - half, (row + 0.5) * SQUARE - half]
      classes[row * ACROSS + column] = soilAt(world, noise, x, y)
    }
  }
  for (const road of roads) stamp(classes, road, half)
  return {
    surface: {
      rows: ACROSS,
      columns: ACROSS,
      spacing: SQUARE,
      x_west: -half,
      y_south: -half,
      classes: CLASSES,
    },
    classes,
    roads: roads.map(({ kind, width, points }) => ({ kind, width, lanes: [], count: points.length })),
    points: Float32Array.from(roads.flatMap(({ points }) => points.flat())),
    at: (x, y) => {
      const index = (value) => Math.min(ACROSS - 1, Math.max(0, Math.floor((value + half) / SQUARE)))
      const { name, friction } = CLASSES[classes[index(y) * ACROSS + index(x)]]
      return { name, friction }
    },
  }
}

function soilAt(world, noise, x, y) {
  const height = world.height(x, y)
  const wet = noise(x / 700 + 50, y / 700 + 50)
  const loose = noise(x / 520 + 9, y / 520 + 80)
  if (height > 330) return wet > 0.6 ? 7 : 6
  if (wet > 0.78) return 5
  if (wet > 0.66) return 3
  if (loose > 0.74) return 4
  return 2
}

function makeRoads() {
  const line = (length, at) => {
    const count = Math.ceil(length / STEP)
    return Array.from({ length: count + 1 }, (_, k) => at((k / count - 0.5) * length))
  }
  return [
    { kind: 'dry-asphalt', width: 7.5, points: line(8000, (s) => [s, 260 * Math.sin(s / 900)]) },
    { kind: 'gravel', width: 5, points: line(7000, (s) => [180 * Math.sin(s / 500) + 60, s]) },
    {
      kind: 'dry-earth',
      width: 3.2,
      points: line(3000, (s) => [s - 900, 0.5 * s + 300 * Math.cos(s / 400)]),
    },
  ]
}

function stamp(classes, { kind, width, points }, half) {
  const index = CLASSES.findIndex(({ name }) => name === kind)
  for (const [x, y] of points) {
    for (const [dx, dy] of [
      [0, 0],
      [width / 2, 0],
      [-width / 2, 0],
      [0, width / 2],
      [0, -width / 2],
    ]) {
      const [column, row] = [x + dx, y + dy].map((value) => Math.floor((value + half) / SQUARE))
      if (column >= 0 && row >= 0 && column < ACROSS && row < ACROSS) classes[row * ACROSS + column] = index
    }
  }
}
