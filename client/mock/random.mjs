/** Random numbers that are the same in every run. */

export function generator(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

export function gauss(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(6.2831853 * random())
}
