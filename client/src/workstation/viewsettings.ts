/** Card of view settings: haze, fog, texture and colours of the ground with their legend, watched autopilot. */

import type { Display } from '../display'
import { icon, make } from '../dom'
import type { Surface } from '../surface'
import type { DisplayActions } from './displaysettings'
import { displayLines } from './displaysettings'
import { Drawer } from './drawer'
import type { LegendEntry, Soil } from './soil'
import { legend, SOILS, surfaceLegend } from './soil'

export interface View {
  hasHaze: boolean
  hasFog: boolean
  visibility: number // [m] visibility in fog
  hasTexture: boolean
  hasSoils: boolean // whether natural colours show soils
  soil: Soil
}

export const VIEW: View = {
  hasHaze: true,
  hasFog: false,
  visibility: 1000,
  hasTexture: true,
  hasSoils: true,
  soil: 'natural',
}
export const VISIBILITY = { least: 50, most: 10000 } as const // [m]

/** Return stored view settings, with defaults for invalid values. */
export function checkedView(found: Record<string, unknown>): View {
  const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
  const { visibility, soil } = found
  const isFar =
    typeof visibility === 'number' && visibility >= VISIBILITY.least && visibility <= VISIBILITY.most
  return {
    hasHaze: flag(found.hasHaze, VIEW.hasHaze),
    hasFog: flag(found.hasFog, VIEW.hasFog),
    visibility: isFar ? visibility : VIEW.visibility,
    hasTexture: flag(found.hasTexture, VIEW.hasTexture),
    hasSoils: flag(found.hasSoils, VIEW.hasSoils),
    soil: SOILS.find((known) => known === soil) ?? VIEW.soil,
  }
}

/** Return position 0..1 of the slider for a visibility [m]: equal steps are equal factors. */
export function sliderOf(visibility: number): number {
  return Math.log(visibility / VISIBILITY.least) / Math.log(VISIBILITY.most / VISIBILITY.least)
}

/** Return visibility [m] of a position 0..1, in round numbers. */
export function visibilityOf(position: number): number {
  const exact = VISIBILITY.least * (VISIBILITY.most / VISIBILITY.least) ** position
  const unit = 10 ** Math.floor(Math.log10(exact)) / 2
  return Math.min(VISIBILITY.most, Math.max(VISIBILITY.least, Math.round(exact / unit) * unit))
}

/** Part of the ground's description that the card shows. */
export interface DescribedGround {
  lowest: number // [m]
  highest: number
  surface: Surface | undefined
}

export interface ViewActions extends DisplayActions {
  changed(view: View): void
  watch(isOn: boolean): void
}

export class ViewSettings {
  readonly drawer = new Drawer({
    name: 'view',
    title: 'View',
    key: 'O',
    hint: 'View: theme, scale, quality, fog, ground (O)',
  })
  view: View
  private readonly actions: ViewActions
  private readonly ground: DescribedGround
  private readonly autopilot: HTMLInputElement
  private readonly slider = document.createElement('input')
  private readonly distance = make('output')
  private readonly legend = make('div.legend')
  private readonly soils = new Map<Soil, HTMLButtonElement>()

  constructor(
    { view, display }: { view: View; display: Display },
    ground: DescribedGround,
    actions: ViewActions,
  ) {
    this.view = view
    this.actions = actions
    this.ground = ground
    this.autopilot = checkbox('Autopilot overlay (V)', 'view-autopilot', false, (isOn) => actions.watch(isOn))
    const haze = checkbox('Haze', 'view-haze', view.hasHaze, (hasHaze) => this.change({ hasHaze }))
    const fog = checkbox('Fog', 'view-fog', view.hasFog, (hasFog) => this.change({ hasFog }))
    const texture = checkbox('Texture of the ground', 'view-texture', view.hasTexture, (hasTexture) =>
      this.change({ hasTexture }),
    )
    const soils = labelled(
      checkbox('Soil colours', 'view-soils', view.hasSoils, (hasSoils) => this.change({ hasSoils })),
    )
    soils.hidden = ground.surface === undefined
    this.drawer.body.append(
      labelled(this.autopilot),
      make('h3', {}, 'Air'),
      labelled(haze),
      labelled(fog),
      this.fogSlider(),
      make('h3', {}, 'Ground'),
      labelled(texture),
      soils,
      this.soilChoice(),
      this.legend,
      make('h3', {}, 'Page'),
      ...displayLines(display, actions),
    )
    this.show()
  }

  showWatching(isOn: boolean): void {
    this.autopilot.checked = isOn
  }

  showSound(isOn: boolean): void {
    const choice = this.drawer.body.querySelector<HTMLSelectElement>('[data-testid=display-sound]')
    if (choice) choice.value = isOn ? 'on' : 'off'
  }

  private change(part: Partial<View>): void {
    this.view = { ...this.view, ...part }
    this.show()
    this.actions.changed(this.view)
  }

  private fogSlider(): HTMLElement {
    this.slider.type = 'range'
    this.slider.min = '0'
    this.slider.max = '1'
    this.slider.step = '0.01'
    this.slider.value = String(sliderOf(this.view.visibility))
    this.slider.dataset.testid = 'view-visibility'
    this.slider.setAttribute('aria-label', 'Visibility in fog')
    this.slider.addEventListener('input', () =>
      this.change({ visibility: visibilityOf(Number(this.slider.value)) }),
    )
    this.slider.addEventListener('pointerup', () => this.slider.blur())
    return make('label.slider-line', {}, 'Visibility', this.slider, this.distance)
  }

  private soilChoice(): HTMLElement {
    const group = make('div.button-group.segments', {
      role: 'radiogroup',
      'aria-label': 'Colours of the ground',
    })
    const words: Record<Soil, string> = { natural: 'Natural', slope: 'By slope', height: 'By height' }
    for (const soil of SOILS) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button switch'
      button.setAttribute('role', 'radio')
      button.setAttribute('aria-checked', 'false')
      button.dataset.testid = `soil-${soil}`
      button.textContent = words[soil]
      button.addEventListener('click', (event) => {
        if (event.detail > 0) button.blur()
        this.change({ soil })
      })
      this.soils.set(soil, button)
      group.append(button)
    }
    return group
  }

  private show(): void {
    const { hasFog, visibility, soil, hasSoils } = this.view
    this.slider.disabled = !hasFog
    this.distance.textContent =
      visibility < 1000 ? `${visibility} m` : `${(visibility / 1000).toFixed(1).replace('.0', '')} km`
    for (const [name, button] of this.soils) button.setAttribute('aria-checked', String(name === soil))
    const { lowest, highest, surface } = this.ground
    const entries =
      soil === 'natural' ? surfaceLegend(hasSoils ? surface : undefined) : legend(soil, lowest, highest)
    this.legend.replaceChildren(...entries.map(legendEntry))
  }
}

/** Outlines of the symbols in the 3-D view: arrows of far vehicles, and rings around vehicles. */
const SYMBOLS = { arrow: 'M12 2l8 19-8-5-8 5z', ring: 'M3 12a9 9 0 0 1 18 0a9 9 0 0 1-18 0z' }

/** Return a colour sample, or a symbol in the colour, with its meaning. */
export function legendEntry({ colour, words, symbol }: LegendEntry): HTMLElement {
  if (symbol) {
    const picture = icon(SYMBOLS[symbol])
    picture.style.setProperty('color', colour)
    picture.style.setProperty('fill', symbol === 'arrow' ? colour : 'none')
    return make('span.legend-entry', {}, picture, words)
  }
  const swatch = make('span.swatch')
  swatch.style.setProperty('background', colour)
  return make('span.legend-entry', {}, swatch, words)
}

function checkbox(
  words: string,
  testId: string,
  isChecked: boolean,
  set: (isOn: boolean) => void,
): HTMLInputElement {
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = isChecked
  box.dataset.testid = testId
  box.setAttribute('aria-label', words)
  box.addEventListener('change', () => {
    set(box.checked)
    box.blur()
  })
  return box
}

function labelled(box: HTMLInputElement): HTMLElement {
  return make('label.check-line', {}, box, box.getAttribute('aria-label') ?? '')
}
