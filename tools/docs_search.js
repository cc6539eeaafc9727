/* Ranks what the theme's search finds; tools/docs_search.py appends this to the theme's worker.

   The worker finds sections that have all words, which a question in everyday words rarely has. Here it finds sections
   that have any of them, and Okapi BM25F orders these: a word counts more in a title than in a text, and the more, the
   fewer sections have it. A section gains from the rest of its page. The index gives pages a factor, `boost`. */
;(() => {
  const [SETUP, QUERY, RESULT] = [0, 2, 3] // types of the worker's messages
  const SIZE = 10 // sections that the page asks for at once
  const WEIGHT = { title: 4, path: 1, text: 1 } // of a word, by where it stands
  const SATURATION = 1.2 // k1 of BM25: how soon a word that is repeated counts no more
  const LENGTH = 0.6 // b of BM25: how much less a word counts in a long text
  const OF_PAGE = 0.6 // what a section gains from its page
  const OF_PREFIX = 0.4 // what a word counts that only begins as the reader's does
  const EMPTY = new Set(
    `a about after all am an and any are as at be been before but by can cannot could did do does doing done for from get
     give had has have having her here him his how i if in into is it its just like make many may me might more most much
     must my need no not of on one only or other our own same shall she should so some such than that
     the their them then there these they this those to too until us use used using very was we were
     what when where which while who why will with without would yes you your`.split(/\s+/),
  )

  const stem = (word) => {
    if (word.length < 4) return word
    if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
    if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
    let short = /[^su]s$/.test(word) ? word.slice(0, -1) : word
    const ending = /(?:ing|ed|ation|ations)$/.exec(short)
    if (ending && short.length - ending[0].length >= 3) {
      short = short.slice(0, ending.index)
      if (/([bdgmnprt])\1$/.test(short)) short = short.slice(0, -1)
    }
    return short.length > 4 && short.endsWith('e') ? short.slice(0, -1) : short
  }
  const words = (text) => text.normalize('NFKD').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const known = new Map()
  const knownStem = (word) => known.get(word) ?? (known.set(word, stem(word)), known.get(word))
  const stems = (text) => words(text.replace(/<[^>]*>/g, ' ')).map(knownStem)

  /** Lists of documents by their words, of which each has a weighed count. */
  class Index {
    lists = new Map()
    weights = []

    add(fields) {
      const document = this.weights.length
      const counts = new Map()
      let total = 0
      for (const [name, found] of Object.entries(fields)) {
        total += found.length
        for (const one of found) counts.set(one, (counts.get(one) ?? 0) + WEIGHT[name])
      }
      this.weights.push(total)
      for (const [one, count] of counts) {
        if (!this.lists.has(one)) this.lists.set(one, new Map())
        this.lists.get(one).set(document, count)
      }
    }

    finish() {
      this.mean = this.weights.reduce((sum, one) => sum + one, 0) / this.weights.length
      this.sorted = [...this.lists.keys()].sort()
    }

    /** Add to the scores what a word gives its documents; return its rarity. */
    score(word, scores, covered, factor = 1) {
      const list = this.lists.get(word)
      if (!list) return 0
      const rarity = Math.log(1 + (this.weights.length - list.size + 0.5) / (list.size + 0.5))
      for (const [document, count] of list) {
        const length = 1 - LENGTH + (LENGTH * this.weights[document]) / this.mean
        const value = (factor * rarity * count * (SATURATION + 1)) / (count + SATURATION * length)
        scores.set(document, (scores.get(document) ?? 0) + value)
        covered.set(document, (covered.get(document) ?? 0) + factor * rarity)
      }
      return rarity
    }

    /** Return the scores of the documents that have some of the words; the last may be the beginning of one. */
    scores(asked, ends) {
      const scores = new Map()
      const covered = new Map()
      let all = 0
      asked.forEach((word, place) => {
        const rarity = this.score(word, scores, covered)
        all += rarity || Math.log(1 + 2 * this.weights.length)
        if (rarity && (ends || place < asked.length - 1)) return
        for (const other of this.begun(word)) this.score(other, scores, covered, OF_PREFIX)
      })
      for (const [document, value] of scores) scores.set(document, value * Math.min(1, covered.get(document) / all))
      return scores
    }

    *begun(word) {
      let [low, high] = [0, this.sorted.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.sorted[middle] <= word) low = middle + 1
        else high = middle
      }
      while (low < this.sorted.length && this.sorted[low].startsWith(word)) yield this.sorted[low++]
    }
  }

  const sections = new Index()
  const pages = new Index()
  let items = []
  let pageOf = []

  function read(index) {
    const texts = new Map()
    items = index.items
    for (const { location, title, text, path } of items) {
      const page = location.split('#')[0]
      const fields = { title: stems(title), path: stems(path.at(-1) ?? ''), text: stems(text) }
      sections.add(fields)
      if (!texts.has(page)) texts.set(page, { title: fields.title, text: [] })
      texts.get(page).text.push(fields.title, fields.text)
    }
    const numbers = new Map([...texts.keys()].map((page, number) => [page, number]))
    pageOf = items.map(({ location }) => numbers.get(location.split('#')[0]))
    for (const { title, text } of texts.values()) pages.add({ title, text: text.flat() })
    sections.finish()
    pages.finish()
  }

  const engine = self.onmessage
  const post = self.postMessage.bind(self)
  let kept // by the call that asks the engine, which answers at once
  self.postMessage = (message) => {
    if (kept) kept.push(message)
    else post(message)
  }
  function ask(query) {
    kept = []
    engine({ data: { type: QUERY, data: query } })
    const [answer] = kept
    kept = undefined
    return answer
  }

  const operand = (data, value, input) => {
    const start = input.toLowerCase().indexOf(data)
    return { type: 'value', data: { field: '*', value: { type: 'prefix', data }, range: { start, end: start + data.length, value } } }
  }
  let last // question and all that was found

  function find(query) {
    const said = words(query.input)
    const kept = said.filter((word) => !EMPTY.has(word))
    const asked = [...new Set((kept.length ? kept : said).map(stem))]
    const operands = asked.map((word, place) => operand(word, place, query.input))
    const input = { type: 'operator', data: { operator: 'or', operands } }
    const answer = ask({ ...query, page: undefined, input })
    if (answer?.type !== RESULT || !answer.data.pagination?.total) return answer
    const { next, total } = answer.data.pagination
    const others = next ? ask({ ...query, input, page: { ...next, size: total } }).data.items : [] // each item once
    const ends = /\s$/.test(query.input)
    const [ofSection, ofPage] = [sections.scores(asked, ends), pages.scores(asked, ends)]
    const score = ({ id: number }) =>
      ((ofSection.get(number) ?? 0) + OF_PAGE * (ofPage.get(pageOf[number]) ?? 0)) * (items[number].boost ?? 1)
    const scored = [...answer.data.items, ...others].map((item) => [score(item), item])
    scored.sort((one, other) => other[0] - one[0])
    return { ...answer, data: { ...answer.data, items: scored.map(([, item]) => item) } }
  }

  function part(answer, { id, from, size }) {
    const { items: found, ...rest } = answer.data
    const next = from + size < found.length ? { id, size, from: from + size } : undefined
    const prev = from >= size ? { id, size, from: from - size } : undefined
    return { ...answer, data: { ...rest, items: found.slice(from, from + size), pagination: { total: found.length, next, prev } } }
  }

  self.onmessage = ({ data: message }) => {
    if (message.type === SETUP) read(message.data)
    if (message.type !== QUERY || !words(message.data.input ?? '').length) return engine({ data: message })
    if (message.data.page && last?.id === message.data.page.id) return post(part(last.answer, message.data.page))
    const answer = find(message.data)
    if (!answer?.data?.pagination?.total) return post(answer)
    last = { id: Date.now(), answer }
    return post(part(answer, { id: last.id, from: 0, size: SIZE }))
  }
})()
