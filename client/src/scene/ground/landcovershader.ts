/** Land cover in the ground shader: soils from squares with soft borders, and roads from their centre lines. */

import * as THREE from 'three'
import { FILLET } from '../../world/roadjoints'
import type { RoadFile, Roads } from '../../world/roads'
import { CUT, fileRoads, LANE_KINDS, LANES, LOOKS, PIECE_FLOATS } from '../../world/roads'
import type { Surface } from '../../world/surface'
import { surfacePixels, wetnessPixels } from '../../world/surface'

const TEXELS_ACROSS = 2048 // width of the texture with the segments of roads
const PIECE_TEXELS = PIECE_FLOATS / 4

export interface LandCover {
  uniforms: Record<string, THREE.IUniform>
  soilsShown: { value: number } // 0 or 1
  defines: Record<string, string> // features that this world has
}

/** `painted` are the roads on the ground; those on decks hide the soil under them, too. */
export function landCover(surface: Surface | undefined, roads: Roads, painted = roads): LandCover {
  const soilsShown = { value: 1 }
  const result: LandCover = { uniforms: { soilsShown }, soilsShown, defines: {} }
  if (surface && !surface.isPlain) {
    Object.assign(result.uniforms, soilUniforms(surface, roads))
    result.defines.SOILS = ''
    const wetness = wetnessPixels(surface, roads)
    if (wetness.some((value) => value > 0)) {
      result.uniforms.wetnessMap = { value: wetnessTexture(wetness, surface) }
      result.defines.WET_SOILS = ''
    }
  }
  if (painted.length > 0) {
    Object.assign(result.uniforms, roadUniforms(fileRoads(painted)))
    result.defines.ROADS = ''
  }
  return result
}

function soilUniforms(surface: Surface, roads: Roads): Record<string, THREE.IUniform> {
  const { rows, columns, spacing, x_west, y_south } = surface.description
  const map = new THREE.DataTexture(surfacePixels(surface, roads), columns, rows, THREE.RGBAFormat)
  map.colorSpace = THREE.SRGBColorSpace
  map.magFilter = THREE.LinearFilter
  map.minFilter = THREE.LinearMipmapLinearFilter
  map.generateMipmaps = true
  map.needsUpdate = true
  return {
    soilMap: { value: map },
    soilOrigin: { value: new THREE.Vector2(x_west, y_south) },
    soilSpacing: { value: spacing },
    soilSize: { value: new THREE.Vector2(columns, rows) },
  }
}

function wetnessTexture(wetness: Uint8Array<ArrayBuffer>, surface: Surface): THREE.DataTexture {
  const { rows, columns } = surface.description
  const map = new THREE.DataTexture(wetness, columns, rows, THREE.RedFormat)
  map.unpackAlignment = 1
  map.magFilter = THREE.LinearFilter
  map.minFilter = THREE.LinearMipmapLinearFilter
  map.generateMipmaps = true
  map.needsUpdate = true
  return map
}

function roadUniforms(file: RoadFile): Record<string, THREE.IUniform> {
  const texels = file.pieces.length / 4
  const height = Math.ceil(texels / TEXELS_ACROSS)
  const pieces = new Float32Array(4 * TEXELS_ACROSS * height)
  pieces.set(file.pieces)
  const numbers = (
    data: Float32Array<ArrayBuffer>,
    width: number,
    rows: number,
    format: THREE.PixelFormat,
  ) => {
    const texture = new THREE.DataTexture(data, width, rows, format, THREE.FloatType)
    texture.needsUpdate = true
    return texture
  }
  return {
    roadCells: { value: numbers(Float32Array.from(file.cells), file.columns, file.rows, THREE.RGFormat) },
    roadPieces: { value: numbers(pieces, TEXELS_ACROSS, height, THREE.RGBAFormat) },
    roadOrigin: { value: new THREE.Vector2(file.x, file.y) },
    roadCell: { value: file.cell },
    roadSize: { value: new THREE.Vector2(file.columns, file.rows) },
  }
}

/** Place on a road, for shaders. */
export const ROAD = /* glsl */ `struct Road {
      float edge; // [m] distance from the edge of all roads, negative inside
      float other; // [m] distance from the edge of the roads that meet this one
      float middle; // [m] distance from its centre line
      float halfWidth; // [m]
      float along; // [m]
      float look; // ${LOOKS.asphalt} asphalt, ${LOOKS.gravel} gravel, ${LOOKS.track} track, ${LOOKS.concrete} concrete; and its lanes
      vec2 across; // direction away from the centre line
    };`

/** `vec4 soilAt(place, stray)`: colour, and hidden share of the meadow. `Road roadAt(place)`: the nearest road. */
export const LAND_COVER = /* glsl */ `
  uniform float soilsShown; // 0 or 1
  #ifdef SOILS
    uniform sampler2D soilMap;
    uniform vec2 soilOrigin;
    uniform float soilSpacing;
    uniform vec2 soilSize;
    #ifdef WET_SOILS
      uniform sampler2D wetnessMap; // 1 mud, less for other wet soils
    #endif

    /** Colours of squares, interpolated by a cubic B-spline in four samples, at a position moved by 'stray' squares. */
    vec4 soilAt(vec2 place, vec2 stray) {
      vec2 at = (place - soilOrigin) / soilSpacing + stray - 0.5;
      vec2 f = fract(at);
      vec2 cell = at - f;
      vec2 g = 1.0 - f;
      vec2 w0 = g * g * g / 6.0;
      vec2 w1 = (4.0 - 3.0 * f * f * (2.0 - f)) / 6.0;
      vec2 w3 = f * f * f / 6.0;
      vec2 w2 = 1.0 - w0 - w1 - w3;
      vec2 low = (cell - 0.5 + w1 / (w0 + w1)) / soilSize;
      vec2 high = (cell + 1.5 + w3 / (w2 + w3)) / soilSize;
      vec2 part = w2 + w3;
      return mix(
        mix(texture2D(soilMap, low), texture2D(soilMap, vec2(high.x, low.y)), part.x),
        mix(texture2D(soilMap, vec2(low.x, high.y)), texture2D(soilMap, high), part.x),
        part.y);
    }
  #endif
  #ifdef ROADS
    uniform highp sampler2D roadCells;
    uniform highp sampler2D roadPieces;
    uniform vec2 roadOrigin;
    uniform float roadCell;
    uniform vec2 roadSize;

    ${ROAD}

    vec4 pieceTexel(int at) {
      return texelFetch(roadPieces, ivec2(at % ${TEXELS_ACROSS}, at / ${TEXELS_ACROSS}), 0);
    }

    /** A road that gives way ends at the edge of one that does not; corners between two roads are rounded. */
    Road roadAt(vec2 place) {
      Road road = Road(1e6, 1e6, 1e6, 1.0, 0.0, 0.0, vec2(1.0, 0.0));
      vec2 cell = floor((place - roadOrigin) / roadCell);
      if (any(lessThan(cell, vec2(0.0))) || any(greaterThanEqual(cell, roadSize))) return road;
      vec2 listed = texelFetch(roadCells, ivec2(cell), 0).rg;
      float id = -1.0;
      float yields = 0.0;
      vec2 way = vec2(0.0);
      vec2 otherWay = vec2(0.0);
      float otherHalf = 0.0;
      for (int k = 0; k < int(listed.y); k++) {
        int at = ${PIECE_TEXELS} * (int(listed.x) + k);
        vec4 ends = pieceTexel(at);
        vec4 what = pieceTexel(at + 1);
        vec2 reach = ends.zw - ends.xy;
        float share = dot(place - ends.xy, reach) / max(dot(reach, reach), 1e-6);
        float part = clamp(share, 0.0, 1.0);
        vec2 away = place - ends.xy - part * reach;
        float middle = length(away);
        float edge = middle - what.x;
        float cuts = floor(mod(what.y, ${LANES.kind}.0) / ${CUT.start}.0);
        if (mod(cuts, 2.0) > 0.5 && share < 0.0) edge = max(edge, -share * length(reach));
        if (cuts > 1.5 && share > 1.0) edge = max(edge, (share - 1.0) * length(reach));
        float owner = floor(0.5 * what.w);
        float gives = what.w - 2.0 * owner;
        bool isNearer = edge < road.edge;
        bool wins = gives == yields ? isNearer : gives > yields ? isNearer && road.edge >= 0.0 : isNearer || edge < 0.0;
        if (wins) {
          if (owner != id) {
            road.other = road.edge;
            otherWay = way;
            otherHalf = road.halfWidth;
          }
          id = owner;
          yields = gives;
          way = reach / max(length(reach), 1e-4);
          road = Road(edge, road.other, middle, what.x, what.z + part * length(reach), what.y, away / max(middle, 1e-4));
        } else if (owner != id && edge < road.other) {
          road.other = edge;
          otherWay = reach / max(length(reach), 1e-4);
          otherHalf = what.x;
        }
      }
      float radius = max(1e-3, ${FILLET} * min(road.halfWidth, otherHalf) * abs(way.x * otherWay.y - way.y * otherWay.x));
      float blend = max(0.0, radius - abs(road.edge - road.other)) / radius;
      road.edge = min(road.edge, road.other) - 0.25 * radius * blend * blend;
      return road;
    }
  #endif
`

/** Fragment code: mud, dark and wet, with puddles; 'mire' is the share of mud, 'puddle' of water, 0..1. */
const MUD_COLOURING = /* glsl */ `
  float mire = 0.0;
  float puddle = 0.0;
  #ifdef WET_SOILS
    vec2 soakedAt = (vGround.xy - soilOrigin) / soilSpacing + 0.6 * texturing * stray;
    float soaked = texture2D(wetnessMap, soakedAt / soilSize).r * soilsShown * step(soil, 0.5);
    mire = smoothstep(0.32, 0.76, soaked + 0.34 * (patchy.g - 0.5) + 0.2 * (tuft.g - 0.5) * fine);
    puddle = mire * smoothstep(0.53, 0.57, patchy.r + 0.12 * (tuft.r - 0.5) * fine + 0.3 * (soaked - 0.9));
    vec3 slime = mix(srgb(92.0, 72.0, 50.0), srgb(58.0, 45.0, 33.0), smoothstep(0.3, 0.75, patchy.g + 0.5 * (tuft.g - 0.5) * fine));
    ground = mix(ground, mix(slime, srgb(44.0, 39.0, 33.0), puddle), 0.96 * mire);
    soilHides = max(soilHides, 0.9 * mire);
  #endif
`

/** Fragment code after the light: wet mud and puddles mirror the sky, more of it at a flat angle, and the sun. */
export const MUD_SHINE = /* glsl */ `
  #ifdef WET_SOILS
    float gloss = max(0.2 * mire * (1.0 - rutWall), max(puddle, 0.42 * mire * rutFloor)) * (1.0 - paved) * (1.0 - lying);
    vec3 seen = normalize(cameraPosition - vGround);
    vec3 upward = normalize(vec3(-mix(shape.xy, groundSlope, 0.2), 1.0));
    vec3 mirrored = reflect(-seen, upward);
    float grazing = 1.0 - max(0.0, dot(seen, upward));
    vec3 mirroredSky = mix(vec3(0.42, 0.49, 0.55), vec3(0.13, 0.25, 0.45), smoothstep(0.0, 0.6, mirrored.z));
    outgoingLight = mix(outgoingLight, mirroredSky, gloss * (0.07 + 0.75 * grazing * grazing * grazing));
    #if NUM_DIR_LIGHTS > 0
      float glint = max(0.0, dot((viewMatrix * vec4(mirrored, 0.0)).xyz, directionalLights[0].direction));
      outgoingLight += gloss * directionalLights[0].color * (0.06 * pow(glint, 14.0) + 0.25 * pow(glint, 160.0));
    #endif
  #endif
`

/** Fragment code before forests: mixes the colour of the soil into 'ground' by the share 'soilHides'. */
export const SOIL_COLOURING = /* glsl */ `
  float soilHides = 0.0;
  #ifdef SOILS
    vec2 stray = 1.5 * (texture2D(noiseMap, vGround.xy / (9.0 * soilSpacing)).rg - 0.5)
      + 0.7 * (texture2D(noiseMap, vGround.yx / (2.3 * soilSpacing) + 0.4).gr - 0.5);
    vec4 soilHere = soilAt(vGround.xy, texturing * stray);
    soilHides = soilHere.a * soilsShown * step(soil, 0.5);
    float life = clamp(dot(ground, vec3(0.3, 0.6, 0.1)) / 0.26, 0.55, 1.4);
    ground = mix(ground, soilHere.rgb * mix(1.0, life, 0.35), soilHides * (1.0 - 0.55 * stony));
  #endif
  ${MUD_COLOURING}
`

/**
 * Fragment code for the surface of a road in 'made', from 'road', the size of a pixel across ('pixel') and along
 * ('pixelAlong') the road [m], the noise 'patchy' and 'tuft', and 'fine', the share of fine noise that is shown.
 */
export const ROAD_SURFACE = /* glsl */ `
    float code = floor(road.look + 0.5); // interpolated values are not exact
    float look = mod(code, ${CUT.start}.0);
    float isAsphalt = 1.0 - step(0.5, look);
    float isConcrete = step(2.5, look);
    float isTrack = step(1.5, look) * (1.0 - isConcrete);
    float isHard = max(isAsphalt, isConcrete);
    float lane = abs(road.middle - 0.5 * road.halfWidth);
    float polished = 1.0 - smoothstep(0.2, 0.9, abs(lane - 0.75));
    vec3 asphalt = srgb(88.0, 88.0, 90.0) * (1.0 + 0.16 * (patchy.r - 0.5) + 0.26 * (tuft.b - 0.5) * fine + 0.07 * polished);
    vec3 gravel = srgb(176.0, 164.0, 142.0) * (1.0 + 0.26 * (patchy.g - 0.5) + 0.6 * (tuft.b - 0.5) * fine);
    float rut = 1.0 - smoothstep(0.28, 0.62, abs(road.middle - min(0.8, 0.5 * road.halfWidth)));
    gravel *= 1.0 + 0.12 * rut - 0.06;
    vec3 track = mix(srgb(146.0, 136.0, 92.0), srgb(150.0, 124.0, 90.0), max(rut, 0.35)) * (1.0 + 0.4 * (tuft.b - 0.5) * fine);
    vec3 made = mix(mix(gravel, asphalt, isAsphalt), track, isTrack);
    vec2 joints = abs(fract(vec2(road.along, road.middle) / 5.0) - 0.5) * 5.0; // [m] from the joints of slabs
    vec2 seams = clamp(0.5 + (0.03 - (2.5 - joints)) / vec2(max(pixelAlong, 0.02), pixel), 0.0, 1.0) * min(vec2(1.0), 0.06 / vec2(max(pixelAlong, 0.02), pixel));
    vec3 concrete = srgb(141.0, 139.0, 132.0) * (1.0 + 0.14 * (patchy.r - 0.5) + 0.18 * (tuft.b - 0.5) * fine - 0.5 * max(seams.x, seams.y));
    made = mix(made, concrete, isConcrete);

    float lineWide = 0.12;
    float edgeLine = clamp(0.5 + (0.5 * lineWide - abs(road.edge + 0.28)) / pixel, 0.0, 1.0) * min(1.0, lineWide / pixel);
    float lanes = floor(code / ${LANES.count}.0);
    float laneKind = floor(mod(code, ${LANES.count}.0) / ${LANES.kind}.0);
    float isKnown = step(0.5, lanes);
    lanes = mix(1.0 + step(2.6, road.halfWidth) * step(road.halfWidth, 9.0), lanes, isKnown);
    float laneWide = 2.0 * road.halfWidth / lanes;
    float odd = 0.5 * mod(lanes, 2.0);
    float number = clamp(floor(road.middle / laneWide - odd + 0.5) + odd, odd, max(odd, 0.5 * lanes - 1.0)); // of the line, from the middle
    float isDouble = step(${LANE_KINDS.divided - 0.5}, laneKind) * step(number, 0.25);
    float away = abs(road.middle - mix(number * laneWide, 0.16, isDouble));
    float isFast = isKnown * max(1.0 - step(0.5, laneKind), step(3.5, lanes));
    vec2 dashes = mix(vec2(12.0, 0.66), vec2(18.0, 0.34), isFast); // [m] from dash to dash, and the share of a dash
    float dash = smoothstep(0.0, 0.06, 0.5 * dashes.y - abs(fract(road.along / dashes.x) - 0.5));
    dash = mix(mix(dash, dashes.y, smoothstep(0.25 * dashes.x, 0.67 * dashes.x, pixelAlong)), 1.0, isDouble);
    dash *= step(1.5, lanes) * step(2.6, laneWide * lanes * 0.5) * smoothstep(0.0, 1.0, road.other);
    float middleLine = clamp(0.5 + (0.5 * lineWide - away) / pixel, 0.0, 1.0) * min(1.0, lineWide / pixel) * dash;
    float chalk = 0.9 * max(edgeLine, middleLine) * isAsphalt * (0.82 + 0.3 * (tuft.g - 0.5));
    made = mix(made, srgb(232.0, 230.0, 220.0), chalk);
`

/** Fragment code after all other colours of the ground: roads, which are smooth. */
export const ROAD_COLOURING = /* glsl */ `
  float paved = 0.0;
  #ifdef ROADS
    Road road = roadAt(vGround.xy);
    vec2 eastward = dFdx(vGround.xy);
    vec2 northward = dFdy(vGround.xy);
    float pixel = max(0.02, abs(dot(eastward, road.across)) + abs(dot(northward, road.across))); // [m]
    float pixelAlong = abs(dot(eastward, road.across.yx)) + abs(dot(northward, road.across.yx));
    ${ROAD_SURFACE}
    float frayed = road.edge + (0.9 * (tuft.g - 0.5) + 0.7 * (patchy.g - 0.5)) * (1.0 - isHard);
    float soft = max(pixel, mix(0.5, 0.06, isHard));
    float thin = min(1.0, 2.0 * road.halfWidth / pixel);
    float inside = clamp(0.5 - frayed / soft, 0.0, 1.0) * thin;
    float verge = (1.0 - smoothstep(0.2, 1.9 + 1.2 * (patchy.r - 0.5), road.edge)) * thin;
    ground = mix(ground, srgb(148.0, 134.0, 104.0), 0.6 * verge * (1.0 - isTrack) * (1.0 - 0.7 * soilHides));
    paved = inside * mix(0.95, 0.7, isTrack);
    ground = mix(ground, made, paved);
  #endif
`
