/** Display settings in the card of the view: theme, interface scale and quality of the picture. */

import type { Display, QualityChoice, Theme } from '../display'
import { QUALITY_CHOICES, SCALES, THEMES } from '../display'
import { make } from '../dom'

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
