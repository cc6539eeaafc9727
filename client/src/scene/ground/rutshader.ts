/** Ruts in the ground shader: a texture of the cells around the camera, and the colour of the ground in ruts. */

/** Declarations; `RUTS` is defined in a world with ruts. */
export const RUT_UNIFORMS = /* glsl */ `
  #ifdef RUTS
    uniform sampler2D rutMap; // square root of the depth over the greatest depth
    uniform vec3 rutWindow; // west, south, side of the texture [m]
  #endif
`

/**
 * Fragment code before the weather: dark floors between lighter walls, and slopes that the light shows.
 * 'rutFloor' and 'rutWall' are their shares, 0..1; floors keep water, and walls rise above it.
 */
export const RUT_COLOURING = /* glsl */ `
  float rutFloor = 0.0;
  float rutWall = 0.0;
  #ifdef RUTS
    vec2 rutAt = (vGround.xy - rutWindow.xy) / rutWindow.z;
    vec2 rutEdge = smoothstep(0.5, 0.44, abs(rutAt - 0.5)); // fades at the border of the texture
    float rutShown = rutEdge.x * rutEdge.y * (1.0 - paved);
    float rutStep = 0.8 / float(textureSize(rutMap, 0).x); // 0.8 cells
    float rutHere = texture2D(rutMap, rutAt).r;
    float rutEast = texture2D(rutMap, rutAt + vec2(rutStep, 0.0)).r;
    float rutWest = texture2D(rutMap, rutAt - vec2(rutStep, 0.0)).r;
    float rutNorth = texture2D(rutMap, rutAt + vec2(0.0, rutStep)).r;
    float rutSouth = texture2D(rutMap, rutAt - vec2(0.0, rutStep)).r;
    float rutDeepest = max(rutHere, max(max(rutEast, rutWest), max(rutNorth, rutSouth)));
    float rutRoot = (0.5 * rutHere + 0.125 * (rutEast + rutWest + rutNorth + rutSouth)) * rutShown;
    float rutShare = rutRoot / max(rutDeepest, 0.004) + 0.12 * (tuft.g - 0.5); // of the depth of the track here
    float pressed = smoothstep(0.008, 0.05, rutRoot);
    float broken = smoothstep(0.06, 0.24, rutRoot + 0.06 * (tuft.g - 0.5));
    float cut = smoothstep(0.03, 0.13, rutDeepest) * rutShown; // of ground that a vehicle has opened
    rutFloor = cut * smoothstep(0.38, 0.62, rutShare);
    rutWall = cut * smoothstep(0.04, 0.2, rutShare) * (1.0 - smoothstep(0.3, 0.56, rutShare));
    puddle *= 1.0 - 0.9 * rutWall;
    ground *= 1.0 - (0.26 + 0.10 * (tuft.b - 0.5)) * pressed;
    vec3 bareGround = min(srgb(74.0, 58.0, 42.0) * (1.0 + 0.5 * (tuft.r - 0.5)), 0.45 * ground); // darker than mud
    ground = mix(ground, bareGround, max(0.72 * broken * (1.0 - rutWall), 0.8 * rutFloor));
    vec3 thrown = mix(1.12 * ground, srgb(136.0, 116.0, 90.0), 0.35 + 0.4 * mire) * (1.0 + 0.5 * (tuft.b - 0.5));
    ground = mix(ground, thrown, 0.8 * rutWall);
    groundSlope -= 0.9 * vec2(rutEast - rutWest, rutNorth - rutSouth) * rutShown; // depth increases downwards
  #endif
`
