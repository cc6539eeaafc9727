/* Ranks the pages of the documentation for a question; tools/docs/docs_search.py appends the index as an argument.

   Okapi BM25F: a word counts more in a title than in a text, and the more, the fewer texts have it. A page scores with
   what it is about (its title and its words in the table), with its whole text, and with its best section. A word of the question also stands for its synonyms, for longer words that
   begin with it, and, if no page has it, for words that are spelt almost like it. */
self.motorpoolSearch = async ({ items, empty, synonyms, words: wordsOfPages, weights }) => {
  const WEIGHT = { title: 4, words: 2, path: 1, text: 1 } // of a word, by where it stands
  const SATURATION = 1.2 // k1 of BM25: how soon a word that is repeated counts no more
  const [LENGTH, LIST] = [0.6, 0.2] // b of BM25: how much less a word counts in a long text, in a long list of words
  const [SUBJECT, PAGE, SECTION] = [2, 0.6, 1] // of what a page is about, of its text, of its best section
  const [SYNONYM, BEGINNING, MISSPELT] = [0.6, 0.4, 0.5] // what such a word counts instead of the reader's
  const MOST = 30 // pages that are shown
  const MOST_SECTIONS = 3 // of a page
  const EXCERPT = 160 // [characters]
  const NO_PROSE = /<(pre|table)\b.*?<\/\1>/gs
  const PAUSE = 10 // work on the index between two chances to type [ms]

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
  const stems = (text) => words(text).map(knownStem)
  const plain = (html) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&')
      .replace(/\s+/g, ' ')
      .trim()

  /** Documents by their words, of which each has a weighed count. */
  class Index {
    lists = new Map()
    lengths = []

    constructor(b) {
      this.b = b
    }

    add(fields) {
      const document = this.lengths.length
      const counts = new Map()
      let length = 0
      for (const [name, found] of Object.entries(fields)) {
        length += found.length
        for (const one of found) counts.set(one, (counts.get(one) ?? 0) + WEIGHT[name])
      }
      this.lengths.push(length)
      for (const [one, count] of counts) {
        if (!this.lists.has(one)) this.lists.set(one, new Map())
        this.lists.get(one).set(document, count)
      }
    }

    finish() {
      this.mean = this.lengths.reduce((sum, one) => sum + one, 0) / this.lengths.length
    }

    rarity(word) {
      const count = this.lists.get(word)?.size ?? 0
      return Math.log(1 + (this.lengths.length - count + 0.5) / (count + 0.5))
    }

    /** Return the scores of the documents; each asked word is a list of words that may stand for it, and their factors. */
    scores(asked) {
      const sums = new Map()
      const covered = new Map()
      let all = 0
      for (const alternatives of asked) {
        const best = new Map()
        let most = 0
        for (const [word, factor] of alternatives) {
          const rarity = this.rarity(word)
          if (this.lists.has(word)) most = Math.max(most, factor * rarity)
          for (const [document, count] of this.lists.get(word) ?? []) {
            const length = 1 - this.b + (this.b * this.lengths[document]) / this.mean
            const value = (factor * rarity * count * (SATURATION + 1)) / (count + SATURATION * length)
            if (value > (best.get(document) ?? 0)) best.set(document, value)
          }
        }
        all += most
        for (const [document, value] of best) {
          sums.set(document, (sums.get(document) ?? 0) + value)
          covered.set(document, (covered.get(document) ?? 0) + most)
        }
      }
      for (const [document, sum] of sums) sums.set(document, (sum * covered.get(document)) / all)
      return sums
    }
  }

  /** Return the number of letters that are inserted, left out, replaced or exchanged; at most one more than ``most``. */
  const distance = (one, other, most) => {
    if (Math.abs(one.length - other.length) > most) return most + 1
    let before
    let row = Array.from({ length: other.length + 1 }, (_, place) => place)
    for (let i = 1; i <= one.length; i++) {
      const next = [i]
      for (let j = 1; j <= other.length; j++) {
        const replaced = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, replaced))
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
          next[j] = Math.min(next[j], before[j - 2] + 1)
      }
      if (Math.min(...next) > most) return most + 1
      before = row
      row = next
    }
    return row[other.length]
  }

  const sections = new Index(LENGTH)
  const pages = new Index(LENGTH)
  const subjects = new Index(LIST)
  const byPage = new Map() // the numbers of the sections of a page
  const standsFor = new Map()
  for (const group of synonyms) {
    const members = group.split(/\s+/).map(knownStem)
    for (const one of members) standsFor.set(one, [...(standsFor.get(one) ?? []), ...members])
  }
  const ignored = new Set(empty.split(/\s+/))

  let since = performance.now()
  for (const [number, { location, title, text, path }] of items.entries()) {
    const page = location.split('#')[0]
    if (!byPage.has(page)) byPage.set(page, [])
    byPage.get(page).push(number)
    items[number].prose = plain(text.replace(NO_PROSE, ''))
    items[number].stems = stems(plain(text))
    sections.add({ title: stems(plain(title)), path: stems(path.at(-1) ?? ''), text: items[number].stems })
    if (performance.now() - since < PAUSE) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  const names = [...byPage.keys()]
  for (const [page, numbers] of byPage) {
    const title = stems(plain(items[numbers[0]].title))
    const text = numbers.flatMap((number) => [...stems(plain(items[number].title)), ...items[number].stems])
    pages.add({ title, text })
    subjects.add({ title, words: stems(wordsOfPages[page] ?? '') })
  }
  for (const item of items) delete item.stems
  sections.finish()
  pages.finish()
  subjects.finish()

  const weightOf = (page) => weights.find(([start]) => page.startsWith(start))?.[1] ?? 1

  const vocabulary = [...new Set([...pages.lists.keys(), ...subjects.lists.keys()])]
  const isKnown = (word) => pages.lists.has(word) || subjects.lists.has(word)
  const begun = (word) => vocabulary.filter((other) => other.startsWith(word) && other !== word)

  /** Return the words that may stand for a word, and what each counts. */
  function alternatives(word, isWhole) {
    const all = [[word, 1], ...(standsFor.get(word) ?? []).map((other) => [other, SYNONYM])]
    if (!isWhole || !isKnown(word)) for (const other of begun(word)) all.push([other, BEGINNING])
    if (all.some(([one]) => isKnown(one)) || word.length < 4) return all
    const most = word.length < 8 ? 1 : 2
    return vocabulary.filter((other) => distance(word, other, most) <= most).map((other) => [other, MISSPELT])
  }

  /** Return the place of a text that has one of the reader's words, or else one that may stand for it. */
  function excerpt(text, asked) {
    const places = asked.flat().map(([word, factor]) => [text.toLowerCase().indexOf(word), factor])
    const [place] = places.filter(([found]) => found >= 0).sort((one, other) => other[1] - one[1])[0] ?? [0]
    const from = Math.max(0, place - EXCERPT / 4)
    const start = from && text.indexOf(' ', from) + 1
    const isLast = start + EXCERPT >= text.length
    const part = text.slice(start, start + EXCERPT)
    return `${start ? '… ' : ''}${isLast ? part : `${part.replace(/\s\S*$/, '')} …`}`
  }

  /** Return the pages that answer a question, best first: location, title, path, excerpt, and sections of it. */
  return (question) => {
    const said = words(question)
    const kept = said.filter((word) => !ignored.has(word))
    const isEnded = /[^\p{L}\p{N}]$/u.test(question)
    const asked = [...new Set((kept.length ? kept : said).map(knownStem))].map((word, place, all) =>
      alternatives(word, isEnded || place < all.length - 1),
    )
    const [ofSection, ofPage, ofSubject] = [sections, pages, subjects].map((index) => index.scores(asked))
    const found = []
    for (const number of new Set([...ofPage.keys(), ...ofSubject.keys()])) {
      const ranked = byPage
        .get(names[number])
        .filter((one) => ofSection.has(one))
        .sort((one, other) => ofSection.get(other) - ofSection.get(one))
      const score =
        SUBJECT * (ofSubject.get(number) ?? 0) +
        PAGE * (ofPage.get(number) ?? 0) +
        SECTION * (ofSection.get(ranked[0]) ?? 0)
      found.push({ number, ranked, score: score * weightOf(names[number]) })
    }
    found.sort((one, other) => other.score - one.score)
    return found.slice(0, MOST).map(({ number, ranked }) => {
      const [first] = byPage.get(names[number])
      const parts = ranked.filter((one) => items[one].location.includes('#') && items[one].level > 1)
      return {
        location: names[number],
        title: plain(items[first].title),
        path: items[first].path.slice(0, -1),
        excerpt: excerpt(items[ranked.find((one) => items[one].prose) ?? first].prose, asked),
        sections: parts.slice(0, MOST_SECTIONS).map((one) => ({ location: items[one].location, title: plain(items[one].title) })),
      }
    })
  }
}
