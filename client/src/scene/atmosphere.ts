/** Sun, sky and haze. The sky dome and the fog use one formula, so that far ground has the colour of the sky behind it. */

import * as THREE from 'three'
import type { WeatherKind } from '../generated/messages'
import { AIR } from './effects/precipitation'

export const SUN = new THREE.Vector3(-0.62, -0.5, 0.52).normalize() // direction to the sun, south-west

const HAZE_LENGTH = 11000 // [m] visual path in which haze reaches 63 % at the valley floor
const CONTRAST = 0.05 // threshold of contrast that defines visibility
const MURKY = 12000 // [m] visibility above which fog does not change the colour of the sky
const HAZE_HEIGHT = 2600 // [m] scale height of the haze

/** Display colours (sRGB): the dome and the fog both bypass tone mapping. */
const SKY_GLSL = /* glsl */ `
  const vec3 SUN = vec3(${SUN.x.toFixed(5)}, ${SUN.y.toFixed(5)}, ${SUN.z.toFixed(5)});
  vec3 skyColour(vec3 toward, float murk) {
    float up = max(toward.z, 0.0);
    vec3 low = vec3(0.775, 0.815, 0.815);
    vec3 middle = vec3(0.500, 0.660, 0.780);
    vec3 high = vec3(0.205, 0.400, 0.610);
    vec3 colour = mix(low, middle, 1.0 - exp(-7.0 * up));
    colour = mix(colour, high, 1.0 - exp(-1.6 * up));
    float sun = max(dot(toward, SUN), 0.0);
    float glow = 0.5 * pow(sun, 5.0) + 0.5 * pow(sun, 40.0);
    colour = mix(colour, vec3(1.0, 0.905, 0.745), 0.62 * glow * exp(-1.2 * up));
    return mix(colour, vec3(0.745, 0.770, 0.775), murk * (1.0 - 0.25 * up));
  }
`

/** Replace three's fog, once, by haze in the colour of the sky behind each point. */
export function installHaze(): void {
  THREE.ShaderChunk.fog_pars_vertex = '#ifdef USE_FOG\n varying vec3 vFromCamera;\n#endif'
  THREE.ShaderChunk.fog_vertex = '#ifdef USE_FOG\n vFromCamera = mvPosition.xyz * mat3(viewMatrix);\n#endif'
  THREE.ShaderChunk.fog_pars_fragment = `#ifdef USE_FOG
    varying vec3 vFromCamera;
    uniform float fogDensity;
    uniform vec3 fogColor; // red: share of fog in the sky's colour; three passes no other value of its fog to materials
    ${SKY_GLSL}
  #endif`
  THREE.ShaderChunk.fog_fragment = `#ifdef USE_FOG
    float fogPath = length(vFromCamera);
    vec3 fogToward = vFromCamera / max(fogPath, 1e-3);
    vec3 fogSky = skyColour(vec3(fogToward.xy, max(fogToward.z, 0.0)), fogColor.r);
    gl_FragColor.rgb = mix(gl_FragColor.rgb, fogSky, 1.0 - exp(-fogDensity * fogPath));
  #endif`
}

export interface Air {
  hasHaze: boolean
  hasFog: boolean
  visibility: number // [m] visibility in fog
}

/** Return the density [1/m] of fog in which contrast falls to `CONTRAST` at `visibility` [m]. */
export function fogDensity(visibility: number): number {
  return -Math.log(CONTRAST) / visibility
}

const SUNLIGHT = 2.75

export class Atmosphere {
  readonly sun = new THREE.DirectionalLight(0xffecd0, SUNLIGHT)
  readonly group = new THREE.Group()
  private readonly haze = new THREE.FogExp2(0xffffff, 1 / HAZE_LENGTH)
  air: Air = { hasHaze: true, hasFog: false, visibility: 1000 }
  weather: WeatherKind = 'dry'
  private readonly murk = { value: 0 }
  private readonly lowest: number

  constructor(scene: THREE.Scene, noise: THREE.Texture, lowest: number) {
    this.lowest = lowest
    const sky = new THREE.HemisphereLight(0xc3d6ea, 0x8a8266, 2.1)
    sky.position.set(0, 0, 1)
    this.sun.position.copy(SUN)
    this.group.add(skyDome(noise, this.murk), sky, this.sun, this.sun.target)
    scene.fog = this.haze
    scene.add(this.group)
  }

  /** Adapt the haze to the camera's height; fog does not depend on it. */
  update(camera: THREE.Camera): void {
    const above = Math.max(0, camera.position.z - this.lowest)
    const { hasHaze, hasFog, visibility } = this.air
    const haze = hasHaze ? Math.exp(-above / HAZE_HEIGHT) / HAZE_LENGTH : 0
    const sight = Math.min(AIR[this.weather].visibility, hasFog ? visibility : Infinity)
    this.haze.density = haze + fogDensity(sight)
    this.murk.value = Math.sqrt(Math.max(0, 1 - sight / MURKY))
    this.sun.intensity = SUNLIGHT * AIR[this.weather].light
    this.haze.color.setRGB(this.murk.value, 0, 0)
  }

  /** Enable a shadow map around a focus; it moves by whole texels so that edges do not flicker. */
  enableShadows(size: number): void {
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(size, size)
    this.sun.shadow.bias = -0.00015 // of the 900 m of depth; larger values separate shadows from their objects
    this.sun.shadow.normalBias = 0.06
    this.sun.shadow.radius = 3
    this.sun.shadow.intensity = 0.85
  }

  aimShadows(focus: THREE.Vector3, reach: number): void {
    if (!this.sun.castShadow) return
    const camera = this.sun.shadow.camera
    const texel = (2 * reach) / this.sun.shadow.mapSize.x
    const centre = snapped(focus, texel)
    this.sun.target.position.copy(centre)
    this.sun.position.copy(centre).addScaledVector(SUN, 400)
    if (camera.right !== reach) {
      camera.left = camera.bottom = -reach
      camera.right = camera.top = reach
      camera.near = 1
      camera.far = 900
      camera.updateProjectionMatrix()
    }
  }
}

const LIGHT_RIGHT = new THREE.Vector3(0, 1, 0).cross(SUN).normalize()
const LIGHT_UP = SUN.clone().cross(LIGHT_RIGHT)

function snapped(focus: THREE.Vector3, texel: number): THREE.Vector3 {
  const right = Math.round(focus.dot(LIGHT_RIGHT) / texel) * texel
  const up = Math.round(focus.dot(LIGHT_UP) / texel) * texel
  const along = focus.dot(SUN)
  return new THREE.Vector3()
    .addScaledVector(LIGHT_RIGHT, right)
    .addScaledVector(LIGHT_UP, up)
    .addScaledVector(SUN, along)
}

function skyDome(noise: THREE.Texture, murk: { value: number }): THREE.Mesh {
  const material = new THREE.ShaderMaterial({
    side: THREE.BackSide,
    depthWrite: false,
    depthTest: false,
    uniforms: { noise: { value: noise }, murk },
    vertexShader: /* glsl */ `
      varying vec3 vToward;
      void main() {
        vToward = position;
        gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww; // at infinity
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D noise;
      uniform float murk;
      varying vec3 vToward;
      ${SKY_GLSL}
      void main() {
        vec3 toward = normalize(vToward);
        vec3 colour = skyColour(toward, murk);
        vec2 plane = toward.xy / (max(toward.z, 0.0) + 0.16);
        float veil = texture2D(noise, plane * vec2(0.070, 0.045)).r;
        float wisp = texture2D(noise, plane * vec2(0.23, 0.13) + 0.37).g;
        float cloud = smoothstep(0.52, 0.92, 0.68 * veil + 0.36 * wisp) * smoothstep(0.015, 0.22, toward.z);
        float sun = max(dot(toward, SUN), 0.0);
        vec3 lit = mix(vec3(0.91, 0.935, 0.955), vec3(1.0, 0.95, 0.86), pow(sun, 4.0));
        colour = mix(colour, lit, 0.62 * cloud * (1.0 - murk));
        colour += (1.0 - 0.9 * murk) * vec3(1.0, 0.93, 0.78) * (smoothstep(0.99945, 0.9997, sun) + 0.22 * pow(sun, 600.0));
        gl_FragColor = vec4(colour, 1.0);
      }`,
  })
  const dome = new THREE.Mesh(new THREE.SphereGeometry(50, 32, 20), material)
  dome.frustumCulled = false
  dome.renderOrder = -10
  return dome
}
