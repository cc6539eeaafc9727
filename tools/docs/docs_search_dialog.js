/* The search of the site: opens at the first key, keeps what is typed while the index loads, and keeps all keys from
   the page meanwhile. The theme's search is not used: its window exists only once the index is there. */
;(() => {
  if (self !== top) return // a page within another one, whose keys are not ours
  const SCRIPTS = new URL('.', document.currentScript.src)
  const SITE = new URL('../../', SCRIPTS)
  const held = new Set() // keys that were pressed while the search was open
  let [dialog, input, status, list] = []
  let [options, active] = [[], 0]
  let loading // promise of the function that ranks pages
  let answered // the question whose pages are shown

  const element = (tag, attributes = {}, ...content) => {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...content)
    return made
  }

  /** Return the promise of the ranking; a script, since pages that are opened as files may load nothing else. */
  function load() {
    loading ??= new Promise((resolve, reject) => {
      const script = element('script', { src: new URL('search-index.js', SCRIPTS) })
      script.onload = () => resolve(self.motorpoolIndex)
      script.onerror = () => {
        script.remove()
        loading = undefined
        reject(new Error('the index of the search is not there'))
      }
      document.head.append(script)
    })
    return loading
  }

  function build() {
    input = element('input', {
      role: 'combobox',
      'aria-label': 'Search',
      'aria-autocomplete': 'list',
      'aria-controls': 'search-found',
      'aria-expanded': 'false',
      placeholder: 'Search',
      type: 'text',
      autocapitalize: 'off',
      autocomplete: 'off',
      spellcheck: 'false',
    })
    status = element('p', { role: 'status' })
    list = element('div', { role: 'listbox', id: 'search-found', 'aria-label': 'Pages found' })
    const close = element('button', { type: 'button', class: 'search-close', 'aria-label': 'Close the search' }, '×')
    close.addEventListener('click', () => dialog.close())
    dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, element('div', {}, input, close), status, list)
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
    input.addEventListener('input', answer)
  }

  function open() {
    if (!dialog) build()
    const place = document.body ?? document.documentElement
    if (dialog.parentElement !== place) place.append(dialog)
    dialog.showModal()
    input.focus()
    input.select()
    answer()
  }

  /** Show the pages for what the field holds; if the index is still on its way, once it is there. */
  async function answer() {
    if (answered === undefined) say('Loading the search …')
    try {
      const find = await load()
      if (answered === input.value) return
      answered = input.value
      show(answered.trim() ? find(answered) : [])
    } catch {
      say('The search could not be loaded. Check the connection, then type again.')
    }
  }

  function say(words) {
    status.textContent = words
  }

  function show(found) {
    const count = found.length === 1 ? '1 page' : `${found.length} pages`
    say(found.length ? count : answered.trim() ? 'No page has these words.' : 'Type a word or a question.')
    options = found.flatMap(optionsOf)
    options.forEach((option, number) => {
      option.id = `search-found-${number}`
    })
    list.replaceChildren(...options)
    list.scrollTop = 0
    choose(0)
  }

  function optionsOf({ location, title, path, excerpt, sections }) {
    const link = (where, kind, ...content) =>
      element('a', { role: 'option', class: `search-${kind}`, href: new URL(where, SITE), tabindex: '-1' }, ...content)
    const texts = [['path', path.join(' / ')], ['excerpt', excerpt]].map(([kind, text]) => element('small', { class: kind }, text))
    const of = link(location, 'page', element('strong', {}, title), ...texts)
    const all = [of, ...sections.map((section) => link(section.location, 'section', section.title))]
    for (const one of all) one.addEventListener('click', () => dialog.close())
    return all
  }

  function choose(number) {
    options[active]?.removeAttribute('aria-selected')
    active = Math.max(0, Math.min(options.length - 1, number))
    const option = options[active]
    input.setAttribute('aria-expanded', `${Boolean(option)}`)
    input.setAttribute('aria-activedescendant', option?.id ?? '')
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
  }

  /** Open the chosen page; before the answer is there, the first one of the answer. */
  async function follow() {
    await answer()
    options[active]?.click()
  }

  function act(event) {
    if (event.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const followed = event.key === 'Enter' && event.target === input
    if (!by && !followed && !isOpening(event)) return
    event.preventDefault()
    if (by) choose(active + by)
    else if (followed) follow()
    else dialog.close()
  }

  function isOpening({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
  }

  function isSlash(event) {
    const [target] = event.composedPath()
    const isText = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    return event.key === '/' && !isText && !event.ctrlKey && !event.metaKey && !event.altKey
  }

  // The first listeners of the page: what they stop reaches no shortcut of theme, demonstration or playground.
  const isOpen = () => dialog?.open
  addEventListener(
    'keydown',
    (event) => {
      if (!isOpen() && !isOpening(event) && !isSlash(event)) return
      event.stopImmediatePropagation()
      if (!event.repeat) held.add(event.code) // a key that the page knows as pressed is released there
      if (isOpen()) return act(event)
      event.preventDefault()
      open()
    },
    true,
  )
  addEventListener('keypress', (event) => isOpen() && event.stopImmediatePropagation(), true)
  addEventListener('keyup', (event) => held.delete(event.code) && event.stopImmediatePropagation(), true)

  const isButton = ({ target }) => target.closest?.('[data-search]')
  addEventListener('click', (event) => isButton(event) && open())
  for (const type of ['pointerover', 'focusin']) addEventListener(type, (event) => isButton(event) && load().catch(() => {}))
})()
