/* Loads the index of the search when a reader turns to the search, not with each page; see tools/docs_search.py. */
;(() => {
  const KEYS = ['/', 'f', 's', 'k'] // that open the search; the last with Ctrl or Cmd
  const begins = ({ type, key, target }) => (type === 'keydown' ? KEYS.includes(key) : target.closest?.('.md-search'))
  const begun = new Promise((resolve) => {
    for (const type of ['keydown', 'pointerover', 'pointerdown', 'focusin'])
      addEventListener(type, (event) => begins(event) && resolve(), { capture: true, passive: true })
  })
  const { open, send } = XMLHttpRequest.prototype
  const late = new WeakSet()
  XMLHttpRequest.prototype.open = function (method, address, ...others) {
    if (`${address}`.endsWith('/search.json')) late.add(this)
    return open.call(this, method, address, ...others)
  }
  XMLHttpRequest.prototype.send = function (...content) {
    if (late.has(this)) begun.then(() => send.apply(this, content))
    else send.apply(this, content)
  }
})()
