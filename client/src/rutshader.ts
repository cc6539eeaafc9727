/** Ruts in the ground shader: a texture of the cells around the camera, and the colour of the ground in ruts. */

/** Declarations; `RUTS` is defined in a world with ruts. */
export const RUT_UNIFORMS = /* glsl */ `
  #ifdef RUTS
    uniform sampler2D rutMap; // square root of the depth over the greatest depth
    uniform vec3 rutWindow; // west, south, side of the texture [m]
  #endif
`

/** Fragment code before the weather: bare, dark ground in ruts; in shallow ones the grass is only pressed. */
export const RUT_COLOURING = /* glsl */ `
  #ifdef RUTS
    vec2 rutAt = (vGround.xy - rutWindow.xy) / rutWindow.z;
    vec2 rutEdge = smoothstep(0.5, 0.44, abs(rutAt - 0.5)); // fades at the border of the texture
    float rutRoot = texture2D(rutMap, rutAt).r * rutEdge.x * rutEdge.y * (1.0 - paved);
    float pressed = smoothstep(0.008, 0.05, rutRoot);
    float broken = smoothstep(0.06, 0.24, rutRoot + 0.06 * (tuft.g - 0.5));
    ground *= 1.0 - (0.20 + 0.10 * (tuft.b - 0.5)) * pressed;
    vec3 bareGround = min(srgb(74.0, 58.0, 42.0) * (1.0 + 0.5 * (tuft.r - 0.5)), 0.45 * ground); // darker than mud
    ground = mix(ground, bareGround, 0.72 * broken);
  #endif
`
