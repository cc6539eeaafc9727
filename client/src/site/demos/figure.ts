/** Figure of a demonstration: stage, panel, and caption. */

import { make } from '../../dom'
import type { Stage } from './stage'

/** Replace the content of an element, and begin. */
export function showFigure(
  element: HTMLElement,
  stage: Stage,
  { side, sentence }: { side: HTMLElement[]; sentence: string },
): void {
  const body = make('div.demo-body', {}, stage.element, make('div.demo-side', {}, ...side))
  element.replaceChildren(make('figure.demo', {}, body, make('figcaption', {}, sentence)))
  stage.start()
}
