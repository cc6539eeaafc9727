/** Card of view settings: watched autopilot, haze, fog, texture and colours of the ground. */

import type { Display, QualityChoice, Theme } from '../base/display'
import { QUALITY_CHOICES, SCALES, THEMES } from '../base/display'
import { make } from '../base/dom'
import { localStore, rememberedView, rememberView } from '../base/memory'
import { legendEntry } from '../map/legend'
import type { Component } from '../page/component'
import { Drawer } from '../page/drawer'
import type { View } from '../scene/view'
import { checkedView, VISIBILITY } from '../scene/view'
import type { Soil } from '../world/soil'
import { legend, SOILS, surfaceLegend } from '../world/soil'
import type { Surface } from '../world/surface'

export const view: Component = {
  name: 'view',
  place: 'drawer',
  mount(page) {
    const store = localStore()
    const { ground, surface } = page.world
    const { lowest, highest } = ground
    const card = new ViewSettings(
      { view: checkedView(rememberedView(store)), display: page.display.value },
      { lowest, highest, surface },
      {
        changed: (view) => {
          page.stage.look(view)
          rememberView(store, view)
        },
        watch: (isOn) => page.watching.toggle(isOn),
        theme: (theme) => page.display.change({ theme }),
        scale: (scale) => {
          page.display.change({ scale })
          page.fit()
        },
        quality: (quality) => {
          page.display.change({ quality })
          startAgain()
        },
        sound: (hasSound) => page.display.change({ hasSound }),
      },
    )
    page.stage.look(card.view)
    page.drawers.add(card.drawer)
    return {
      element: card.drawer.element,
      keys: { o: () => page.drawers.toggle(card.drawer) },
      show: () => {
        card.showWatching(page.watching.isOn)
        card.showSound(page.display.value.hasSound)
      },
      close: () => card.drawer.close(),
    }
  },
}

/** Reload the page without a quality in its address, because textures depend on it; the driver keeps the vehicle. */
export function startAgain(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete('quality')
  window.location.replace(address)
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

const THEME_WORDS: Record<Theme, string> = { system: "The system's", light: 'Light', dark: 'Dark' }
const QUALITY_WORDS: Record<QualityChoice, string> = { automatic: 'Automatic', high: 'High', low: 'Low' }

export interface DisplayActions {
  theme(theme: Theme): void
  scale(scale: number): void
  quality(quality: QualityChoice): void
  sound(isOn: boolean): void
}

/** Return the lines of the card. */
export function displayLines(display: Display, actions: DisplayActions): HTMLElement[] {
  return [
    choice('Theme', 'display-theme', {
      options: THEMES.map((theme) => [theme, THEME_WORDS[theme]]),
      value: display.theme,
      set: (value) => actions.theme(value as Theme),
    }),
    choice('Interface scale', 'display-scale', {
      options: SCALES.map((scale) => [String(scale), `${Math.round(100 * scale)} %`]),
      value: String(display.scale),
      set: (value) => actions.scale(Number(value)),
    }),
    choice('Quality', 'display-quality', {
      options: QUALITY_CHOICES.map((quality) => [quality, QUALITY_WORDS[quality]]),
      value: display.quality,
      set: (value) => actions.quality(value as QualityChoice),
    }),
    choice('Sound of engines (Shift M)', 'display-sound', {
      options: [
        ['off', 'Off'],
        ['on', 'On'],
      ],
      value: display.hasSound ? 'on' : 'off',
      set: (value) => actions.sound(value === 'on'),
    }),
  ]
}

function choice(
  label: string,
  testId: string,
  { options, value, set }: { options: [string, string][]; value: string; set(value: string): void },
): HTMLElement {
  const select = document.createElement('select')
  select.className = 'button choice'
  select.dataset.testid = testId
  for (const [name, words] of options) select.append(new Option(words, name))
  select.value = value
  select.addEventListener('change', () => {
    set(select.value)
    select.blur()
  })
  return make('label.choice-line', {}, label, select)
}
