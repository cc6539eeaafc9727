/** Fading by dithering: a share of a shape's pixels is drawn, which needs no sorting. */

/** Return shader text that replaces `#include <clipping_planes_fragment>`; `opacity` is an expression in 0..1. */
export function dithered(opacity: string): string {
  // Interleaved gradient noise: Jimenez, "Next Generation Post Processing in Call of Duty", SIGGRAPH 2014.
  return /* glsl */ `
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  if (${opacity} < 0.999 && grain >= ${opacity}) discard;
  #include <clipping_planes_fragment>`
}
