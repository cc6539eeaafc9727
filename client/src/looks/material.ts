/** The paint of vehicles: moved by their joints, dusty below, shining where glossy, black where burnt. */

import * as THREE from 'three'
import { dithered } from '../dither'
import type { JointUniforms } from './joints'
import { ARTICULATE } from './joints'

export const INSTANCE_SIZES = { rolled: 4, turned: 4, looks: 4, accent: 4 } as const // floats a vehicle

const MOVED = /* glsl */ `
  vec3 bodyPlace = position;
  vec3 bodyNormal = normal;
  articulate(bodyPlace, bodyNormal);`

const PAINTING = /* glsl */ `#include <color_vertex>
  ${MOVED}
  vec3 coat = finish.x > 1.5 ? mix(fleetColour, accent.rgb, looks.z) : fleetColour;
  vColor.rgb *= mix(vec3(1.0), coat, min(finish.x, 1.0));
  float low = 1.0 - smoothstep(0.0, 1.5, bodyPlace.z);
  vColor.rgb = mix(vColor.rgb, vec3(0.21, 0.17, 0.11), 0.34 * low) * (1.0 - 0.2 * low);
  float soot = looks.x * (0.86 + 0.14 * sin(5.0 * position.x + 3.0 * position.y + 7.0 * position.z));
  vColor.rgb = mix(vColor.rgb, vec3(0.012, 0.011, 0.010), 0.96 * soot);
  vShine = finish.y * (1.0 - soot);
  vGlow = finish.z * (1.0 - step(0.6, looks.x));
  vOpacity = accent.w;`

const FADING = dithered('vOpacity')

/** The sky in glass and paint: no texture, only up, level and down, more of it at a flat angle. */
const SHINING = /* glsl */ `
  vec3 toward = normalize(vViewPosition);
  float up = dot(reflect(-toward, normal), viewMatrix[2].xyz);
  vec3 sky = mix(vec3(0.36, 0.41, 0.42), vec3(0.12, 0.24, 0.42), smoothstep(0.0, 0.7, up));
  sky = mix(sky, vec3(0.10, 0.10, 0.075), 1.0 - smoothstep(-0.12, 0.02, up));
  float grazing = 1.0 - max(0.0, dot(toward, normal));
  outgoingLight = mix(outgoingLight, sky, vShine * (0.18 + 0.72 * grazing * grazing * grazing));
  outgoingLight += vGlow * vColor.rgb;
  #include <opaque_fragment>`

/** Lambert shading for a fleet's own shape. */
export function paintMaterial(colour: THREE.Color, joints: JointUniforms): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ vertexColors: true })
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, joints, { fleetColour: { value: colour.clone().multiplyScalar(0.86) } })
    const varyings = 'varying float vShine;\nvarying float vGlow;\nvarying float vOpacity;'
    const declared = `${ARTICULATE}\nattribute vec3 finish;\nattribute vec4 accent;\nuniform vec3 fleetColour;\n${varyings}`
    shader.vertexShader = articulated(shader.vertexShader, declared).replace(
      '#include <color_vertex>',
      PAINTING,
    )
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${varyings}`)
      .replace('#include <clipping_planes_fragment>', FADING)
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
