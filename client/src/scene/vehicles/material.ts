/** The paint of vehicles: moved by their joints, camouflaged, dusty below, shining where glossy, black where burnt. */

import * as THREE from 'three'
import { dithered } from '../dither'
import type { CamouflageUniforms } from './camouflage'
import { CAMOUFLAGE } from './camouflage'
import type { JointUniforms } from './joints'
import { ARTICULATE, JOINT } from './joints'

export const INSTANCE_SIZES = { rolled: 4, turned: 4, looks: 4, accent: 4, coat: 4 } as const // floats a vehicle

const MOVED = /* glsl */ `
  vec3 bodyPlace = position;
  vec3 bodyNormal = normal;
  articulate(bodyPlace, bodyNormal);`

/** The pennant has the driver's colour, the markings that of the side, or else the driver's; the rest has the coat. */
const PAINTING = /* glsl */ `#include <color_vertex>
  ${MOVED}
  float isMarked = step(1.5, finish.x);
  float isPennant = float(int(joint.x + 0.5) == ${JOINT.pennant});
  float driven = looks.z * max(isPennant, 1.0 - marking.a);
  vec3 plain = mix(vec3(1.0), coat.rgb, min(finish.x, 1.0));
  vec3 sign = mix(mix(plain, marking.rgb, marking.a), accent.rgb, driven);
  vColor.rgb *= mix(plain, sign, isMarked);
  float shown = 1.0 - isMarked * max(marking.a, driven);
  vPaint = vec4(finish.y, finish.z * (1.0 - step(0.6, looks.x)), accent.w, coat.a * min(finish.x, 1.0) * shown);
  vSpot = vec4(position, looks.x);
  vLow = 1.0 - smoothstep(0.0, 1.5, bodyPlace.z);`

const VARYINGS = /* glsl */ `
  varying vec4 vPaint; // gloss, glow, opacity, share of camouflage
  varying vec4 vSpot; // position in the frame of the body [m], soot
  varying float vLow; // 1 on the ground, 0 from 1.5 m up
`

/** Camouflage under dust, which lies low, and soot. */
const COATING = /* glsl */ `#include <color_fragment>
  diffuseColor.rgb *= mix(vec3(1.0), camouflageAt(vSpot.xyz), vPaint.w);
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.21, 0.17, 0.11), 0.34 * vLow) * (1.0 - 0.2 * vLow);
  float soot = vSpot.w * (0.86 + 0.14 * sin(5.0 * vSpot.x + 3.0 * vSpot.y + 7.0 * vSpot.z));
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.012, 0.011, 0.010), 0.96 * soot);`

const FADING = dithered('vOpacity')

/** The sky in glass and paint: no texture, only up, level and down, more of it at a flat angle. */
const SHINING = /* glsl */ `
  vec3 toward = normalize(vViewPosition);
  float up = dot(reflect(-toward, normal), viewMatrix[2].xyz);
  vec3 sky = mix(vec3(0.36, 0.41, 0.42), vec3(0.12, 0.24, 0.42), smoothstep(0.0, 0.7, up));
  sky = mix(sky, vec3(0.10, 0.10, 0.075), 1.0 - smoothstep(-0.12, 0.02, up));
  float grazing = 1.0 - max(0.0, dot(toward, normal));
  float shine = vPaint.x * (1.0 - soot) * (1.0 - 0.7 * vPaint.w);
  outgoingLight = mix(outgoingLight, sky, shine * (0.18 + 0.72 * grazing * grazing * grazing));
  outgoingLight += vPaint.y * diffuseColor.rgb;
  #include <opaque_fragment>`

export interface Paint {
  marking: string | null // colour of a side's markings, null for none
  camouflage: CamouflageUniforms
}

/** Lambert shading for a fleet's own shape. */
export function paintMaterial(
  { marking, camouflage }: Paint,
  joints: JointUniforms,
): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ vertexColors: true })
  const colour = new THREE.Color(marking ?? 0xffffff).multiplyScalar(0.86)
  const sign = new THREE.Vector4(colour.r, colour.g, colour.b, marking === null ? 0 : 1)
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, joints, camouflage, { marking: { value: sign } })
    const attributes =
      'attribute vec3 finish;\nattribute vec4 accent;\nattribute vec4 coat;\nuniform vec4 marking;'
    shader.vertexShader = articulated(
      shader.vertexShader,
      `${ARTICULATE}\n${attributes}\n${VARYINGS}`,
    ).replace('#include <color_vertex>', PAINTING)
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${VARYINGS}\n${CAMOUFLAGE}`)
      .replace('#include <clipping_planes_fragment>', `float vOpacity = vPaint.z;\n${FADING}`)
      .replace('#include <color_fragment>', COATING)
      .replace('#include <opaque_fragment>', SHINING)
  }
  material.customProgramCacheKey = () => 'vehicle paint'
  return material
}

/** Let a material of somebody else's making (a glTF file's) be moved by the joints. */
export function articulate(material: THREE.Material, joints: JointUniforms): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, joints)
    const varyings = 'varying float vSoot;\nvarying float vOpacity;'
    const declared = `${ARTICULATE}\nattribute vec4 accent;\n${varyings}`
    shader.vertexShader = articulated(shader.vertexShader, declared).replace(
      '#include <color_vertex>',
      `#include <color_vertex>${MOVED}\n  vSoot = looks.x;\n  vOpacity = accent.w;`,
    )
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${varyings}`)
      .replace('#include <clipping_planes_fragment>', FADING)
      .replace(
        '#include <opaque_fragment>',
        'outgoingLight *= 1.0 - 0.94 * vSoot;\n#include <opaque_fragment>',
      )
  }
  material.customProgramCacheKey = () => 'vehicle joints'
}

/** The material of shadows, moved in the same way. */
export function shadowMaterial(joints: JointUniforms): THREE.MeshDepthMaterial {
  const material = new THREE.MeshDepthMaterial({ depthPacking: THREE.RGBADepthPacking })
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, joints)
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${ARTICULATE}`)
      .replace('#include <begin_vertex>', `${MOVED}\n  vec3 transformed = bodyPlace;`)
  }
  return material
}

function articulated(vertexShader: string, declarations: string): string {
  return vertexShader
    .replace('#include <common>', `#include <common>\n${declarations}`)
    .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = bodyNormal;')
    .replace('#include <begin_vertex>', 'vec3 transformed = bodyPlace;')
}
