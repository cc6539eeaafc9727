/** Ground shader, a modification of three's Lambert shader: heights, and colours by slope, soil, forest and road. */

import { soilShader } from '../../world/soil'
import { LAND_COVER, MUD_SHINE, ROAD_COLOURING, SOIL_COLOURING } from './landcovershader'
import { QUADS } from './quadtree'
import { RUT_COLOURING, RUT_UNIFORMS } from './rutshader'

const UNIFORMS = /* glsl */ `
  uniform vec2 mapOrigin;
  uniform float mapSpacing;
  uniform vec2 mapPosts;
`

/** Return the vertex shader: bilinear heights as on the server; odd vertices move to the coarser grid between levels. */
export function groundVertex(shader: string): string {
  return shader
    .replace(
      '#include <common>',
      /* glsl */ `#include <common>
      ${UNIFORMS}
      uniform highp sampler2D heightMap;
      uniform vec2 patchOrigin;
      uniform float firstReach;
      uniform float topLevel;
      attribute vec4 piece; // west, south, size [m], level
      varying vec3 vGround;
      varying float vEyeDistance;

      float post(ivec2 at) { return texelFetch(heightMap, at, 0).r; }

      float groundHeight(vec2 world) {
        vec2 at = clamp((world - mapOrigin) / mapSpacing, vec2(0.0), mapPosts - 1.0);
        ivec2 cell = ivec2(min(floor(at), mapPosts - 2.0));
        vec2 part = at - vec2(cell);
        float south = mix(post(cell), post(cell + ivec2(1, 0)), part.x);
        float north = mix(post(cell + ivec2(0, 1)), post(cell + ivec2(1, 1)), part.x);
        return mix(south, north, part.y);
      }`,
    )
    .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = vec3(0.0, 0.0, 1.0);')
    .replace(
      '#include <begin_vertex>',
      /* glsl */ `
      vec2 local = piece.xy + position.xy * piece.z;
      float eyeDistance = distance(vec3(local + patchOrigin, groundHeight(local + patchOrigin)), cameraPosition);
      float reachEnd = 0.97 * firstReach * exp2(piece.w);
      float reachStart = mix(0.5 * reachEnd, reachEnd, 0.64);
      float morph = piece.w < topLevel ? clamp((eyeDistance - reachStart) / (reachEnd - reachStart), 0.0, 1.0) : 0.0;
      vec2 odd = fract(position.xy * ${(QUADS / 2).toFixed(1)}) * 2.0;
      local -= odd * morph * piece.z / ${QUADS.toFixed(1)};
      vGround = vec3(local + patchOrigin, groundHeight(local + patchOrigin));
      vEyeDistance = eyeDistance;
      vec3 transformed = vec3(local, vGround.z);`,
    )
}

/** Return the fragment shader; normals come from the slope texture, independent of the mesh. */
export function groundFragment(shader: string): string {
  return shader
    .replace(
      '#include <common>',
      /* glsl */ `#include <common>
      ${UNIFORMS}
      uniform sampler2D shapeMap;
      uniform sampler2D noiseMap;
      uniform vec2 heightRange;
      uniform float contour;
      uniform float wet; // 0 or 1
      uniform float snowy; // 0 or 1
      uniform float texturing; // 0 or 1
      uniform float soil; // 0 natural, 1 by slope, 2 by height
      varying vec3 vGround;
      varying float vEyeDistance;
      vec3 srgb(float r, float g, float b) { return pow(vec3(r, g, b) / 255.0, vec3(2.2)); }
      ${TURNS}
      ${LAND_COVER}
      ${RUT_UNIFORMS}
      ${soilShader()}`,
    )
    .replace(
      '#include <normal_fragment_maps>',
      'normal = normalize((viewMatrix * vec4(normalize(vec3(-groundSlope, 1.0)), 0.0)).xyz);',
    )
    .replace('#include <opaque_fragment>', `${MUD_SHINE}\n#include <opaque_fragment>`)
}

/** Rotations by angles that have no common multiple with a quarter of a turn. */
const TURNS = /* glsl */ `
  const mat2 TURN_A = mat2(0.8, 0.6, -0.6, 0.8);
  const mat2 TURN_B = mat2(0.3846, -0.9231, 0.9231, 0.3846);
`

/** The shape of the ground and the noise at this point. */
const NOISE_SAMPLES = /* glsl */ `
    vec2 mapAt = (vGround.xy - mapOrigin) / mapSpacing;
    vec4 shape = texture2D(shapeMap, (mapAt + 0.5) / mapPosts);
    float beyond = length(max(max(-mapAt, mapAt - mapPosts + 1.0), 0.0)) * mapSpacing;
    shape *= 1.0 - smoothstep(0.0, 300.0, beyond);
    vec2 groundSlope = shape.xy;
    float steep = length(groundSlope);
    float near = exp(-vEyeDistance / 260.0);
    float middle = exp(-vEyeDistance / 2600.0);

    // Layers are turned against each other, with periods that have no common multiple nearby: no pattern repeats. Each
    // fades before its features become narrower than the longer side of a pixel, which would draw them out to streaks.
    float span = max(length(dFdx(vGround.xy)), length(dFdy(vGround.xy))); // [m] longer side of a pixel
    float facing = clamp(4.0 * (cameraPosition.z - vGround.z) / max(vEyeDistance, 1.0), 0.0, 1.0);
    float fine = near * (1.0 - smoothstep(0.12, 0.5, span)) * mix(0.22, 1.0, facing);
    float coarse = middle * (1.0 - smoothstep(1.5, 7.0, span)) * mix(0.35, 1.0, facing);
    vec4 broad = texture2D(noiseMap, vGround.xy / 3100.0);
    vec4 field = texture2D(noiseMap, TURN_A * vGround.xy / 420.0 + 0.31);
    vec4 patchy = texture2D(noiseMap, vGround.xy / 61.0 + 0.17);
    #ifdef PLAIN
      vec4 tuft = vec4(0.5);
    #else
      patchy = mix(patchy, texture2D(noiseMap, TURN_B * vGround.xy / 87.3 + 0.71), 0.45);
      vec2 tuftAt = TURN_A * vGround.xy / 9.7;
      vec4 clump = texture2D(noiseMap, tuftAt);
      vec4 grain = texture2D(noiseMap, TURN_B * vGround.yx / 2.9 + 0.53);
      vec4 tuft = mix(mix(clump, texture2D(noiseMap, TURN_B * vGround.xy / 13.1 + 0.23), 0.4), grain, 0.45);
    #endif

    broad = mix(vec4(0.5), broad, texturing);
    field = mix(vec4(0.5), field, texturing);
    patchy = mix(vec4(0.5), patchy, texturing);
    tuft = mix(vec4(0.5), tuft, texturing);`

/** Meadow, straw, earth and rock by slope, height and noise, under soils, forest and the colours by slope or height. */
const NATURAL_COLOUR = /* glsl */ `
    vec3 meadow = srgb(134.0, 145.0, 78.0);
    vec3 straw = srgb(176.0, 165.0, 104.0);
    vec3 lush = srgb(88.0, 116.0, 58.0);
    vec3 earth = srgb(150.0, 124.0, 88.0);
    vec3 rock = srgb(132.0, 127.0, 117.0);
    vec3 forest = srgb(58.0, 80.0, 45.0);

    float wave = 0.55 * broad.r + 0.30 * field.r + 0.15 * patchy.g;
    float height01 = clamp((vGround.z - heightRange.x) / max(60.0, heightRange.y - heightRange.x), 0.0, 1.0);
    float hollow = clamp(shape.z * 6.0, -1.0, 1.0);
    vec3 ground = mix(meadow, straw, smoothstep(0.38, 0.72, wave - 0.25 * hollow + 0.16 * height01));
    ground = mix(ground, lush, 0.7 * smoothstep(0.02, 0.85, hollow + 0.6 * (0.5 - wave)));
    float bare = smoothstep(0.24, 0.50, steep + 0.26 * (patchy.g - 0.5) * middle + 0.30 * (field.r - 0.5) - 0.14 * hollow);
    ground = mix(ground, earth, 0.72 * bare);
    float stony = smoothstep(0.50, 0.82, steep + 0.34 * (patchy.a - 0.5) + 0.20 * (tuft.a - 0.5) * fine);
    ground = mix(ground, rock, 0.9 * stony);
    float worn = smoothstep(0.62, 0.80, field.a * 0.6 + patchy.r * 0.5) * (1.0 - stony);
    ground = mix(ground, earth, 0.34 * worn * middle);
    ${SOIL_COLOURING}
    ground = mix(ground, forest, 0.80 * smoothstep(0.02, 0.7, shape.w) * (1.0 - 0.45 * near) * (1.0 - 0.45 * soilHides));

    ground = mix(ground, soilColour(soil, steep, (vGround.z - heightRange.x) / max(1.0, heightRange.y - heightRange.x)), 0.92 * min(soil, 1.0));`

/** Fine brightness, roads, and small bumps. */
const DETAIL = /* glsl */ `
    float detail = (patchy.g - 0.5) * 0.30 * coarse + ((tuft.b - 0.5) * 0.40 + (tuft.g - 0.5) * 0.30) * fine;
    ground *= 1.0 + detail * (1.0 - 0.45 * soilHides);
    ground *= 1.0 - 0.22 * max(0.0, hollow);
    ${ROAD_COLOURING}
    #ifndef PLAIN
      vec2 bump = vec2(texture2D(noiseMap, tuftAt + vec2(0.012, 0.0)).g, texture2D(noiseMap, tuftAt + vec2(0.0, 0.012)).g)
        - clump.g;
      groundSlope += 0.9 * (bump * TURN_A) * fine * texturing * (1.0 - 0.85 * paved) * (1.0 + 0.5 * mire) * (1.0 - puddle);
    #endif`

/** Rain, which darkens the ground, and snow, which is thin on steep ground and on roads. */
const WEATHERED = /* glsl */ `
    ground *= 1.0 - 0.34 * wet;
    float lying = snowy * (0.92 - 0.5 * smoothstep(0.5, 0.9, steep) - 0.22 * max(tuft.b - 0.5, 0.0)) * (1.0 - 0.35 * paved);
    lying *= 1.0 - max(0.62 * rutFloor, 0.3 * rutWall); // wheels and tracks press snow into the ground
    ground = mix(ground, srgb(228.0, 234.0, 240.0) * (0.93 + 0.14 * (patchy.g - 0.5)), lying);`

/** Contour lines, for a high camera. */
const CONTOUR_LINES = /* glsl */ `
    float lineGap = max(vEyeDistance > 9000.0 ? 100.0 : 50.0, 1.0);
    float lineAt = vGround.z / lineGap;
    float lineWidth = fwidth(lineAt);
    float line = 1.0 - smoothstep(0.6, 1.5, abs(fract(lineAt - 0.5) - 0.5) / max(lineWidth, 1e-4));
    ground *= 1.0 - 0.30 * contour * line * (1.0 - smoothstep(0.10, 0.35, lineWidth));`

/** Border of the map, and the ground beyond, which fades to one colour over a twelfth of the map's width. */
const BORDER = /* glsl */ `
    float fadeWidth = clamp(0.08 * mapSpacing * min(mapPosts.x, mapPosts.y), 60.0, 1500.0);
    float faded = smoothstep(0.0, fadeWidth, beyond);
    vec3 pale = mix(vec3(dot(ground, vec3(0.3333))), srgb(165.0, 160.0, 140.0), 0.5 + 0.5 * faded);
    ground = mix(ground, pale, sqrt(faded));
    float border = smoothstep(7.0, 3.0, abs(beyond - 6.0)) * step(0.01, beyond);
    ground = mix(ground, srgb(235.0, 190.0, 110.0), 0.5 * border * middle);
    diffuseColor.rgb = ground;`

export function shadeGround(shader: string): string {
  return shader
    .replace(
      '#include <color_fragment>',
      [NOISE_SAMPLES, NATURAL_COLOUR, DETAIL, RUT_COLOURING, WEATHERED, CONTOUR_LINES, BORDER].join('\n'),
    )
    .replace(
      '#include <fog_fragment>',
      /* glsl */ `#include <fog_fragment>
    gl_FragColor.rgb = mix(gl_FragColor.rgb, fogSky, smoothstep(0.0, 7000.0, beyond)); // hides the edge of the ground`,
    )
}
