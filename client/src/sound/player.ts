/** Synthesised sounds of the nearest vehicles by Web Audio: a tone for the engine, noise for wheels and tracks. */

import type { Voice } from './voice'

const LAG = 0.08 // [s] time constant of all changes
const LOUDNESS = 0.22 // of everything
const NOISE_SECONDS = 2

export interface Heard extends Voice {
  pan: number // -1 left, 1 right
}

export class Player {
  private readonly context = new AudioContext()
  private readonly output: GainNode
  private readonly noise: AudioBuffer
  private readonly sources = new Map<number, Source>()

  constructor() {
    this.output = this.context.createGain()
    this.output.gain.value = LOUDNESS
    const limiter = this.context.createDynamicsCompressor()
    this.output.connect(limiter).connect(this.context.destination)
    this.noise = noiseOf(this.context)
  }

  /** Play these vehicles and no others. */
  play(voices: ReadonlyMap<number, Heard>): void {
    for (const [id, source] of this.sources)
      if (!voices.has(id)) {
        source.stop()
        this.sources.delete(id)
      }
    for (const [id, voice] of voices) {
      const source = this.sources.get(id) ?? new Source(this.context, this.output, this.noise)
      this.sources.set(id, source)
      source.set(voice)
    }
  }

  /** Start or go on; a browser permits it after a key or a click. */
  resume(): void {
    if (this.context.state === 'suspended') void this.context.resume()
  }

  suspend(): void {
    if (this.context.state === 'running') void this.context.suspend()
  }
}

/** Nodes of one vehicle. */
class Source {
  private readonly context: AudioContext
  private readonly tones: OscillatorNode[]
  private readonly filter: BiquadFilterNode
  private readonly clatter: OscillatorNode
  private readonly beat: GainNode
  private readonly rumble: GainNode
  private readonly noise: AudioBufferSourceNode
  private readonly gain: GainNode
  private readonly panner: StereoPannerNode

  constructor(context: AudioContext, output: AudioNode, noise: AudioBuffer) {
    this.context = context
    this.panner = context.createStereoPanner()
    this.gain = context.createGain()
    this.gain.gain.value = 0
    this.gain.connect(this.panner).connect(output)
    this.filter = context.createBiquadFilter()
    this.filter.type = 'lowpass'
    this.filter.connect(this.gain)
    this.tones = (['sawtooth', 'square'] as const).map((type) => this.tone(type, this.filter))
    this.noise = context.createBufferSource()
    this.noise.buffer = noise
    this.noise.loop = true
    this.rumble = context.createGain()
    this.rumble.gain.value = 0
    this.beat = context.createGain() // the clatter opens and closes the noise
    this.beat.gain.value = 0
    this.clatter = this.tone('square', this.beat)
    this.beat.connect(this.rumble.gain)
    const low = context.createBiquadFilter()
    low.type = 'lowpass'
    low.frequency.value = 700
    this.noise.connect(low).connect(this.rumble).connect(this.gain)
    this.noise.start()
  }

  set(voice: Heard): void {
    const [saw, square] = this.tones
    this.glide(saw.frequency, voice.pitch)
    this.glide(square.frequency, 0.5 * voice.pitch)
    this.glide(this.filter.frequency, voice.brightness)
    this.glide(this.clatter.frequency, voice.clatter)
    this.glide(this.rumble.gain, 0.5 * voice.rumble)
    this.glide(this.beat.gain, voice.clatter > 0 ? 0.45 * voice.rumble : 0)
    this.glide(this.gain.gain, voice.gain)
    this.glide(this.panner.pan, voice.pan)
  }

  /** Fade out, then free the nodes. */
  stop(): void {
    this.glide(this.gain.gain, 0)
    const end = this.context.currentTime + 6 * LAG
    for (const source of [...this.tones, this.clatter, this.noise]) source.stop(end)
    this.noise.onended = () => this.panner.disconnect()
  }

  private tone(type: OscillatorType, target: AudioNode): OscillatorNode {
    const tone = this.context.createOscillator()
    tone.type = type
    tone.frequency.value = 0
    tone.connect(target)
    tone.start()
    return tone
  }

  private glide(param: AudioParam, value: number): void {
    param.setTargetAtTime(value, this.context.currentTime, LAG)
  }
}

function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let k = 0; k < samples.length; k++) samples[k] = 2 * Math.random() - 1
  return buffer
}
