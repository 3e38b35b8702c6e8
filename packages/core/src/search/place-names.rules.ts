import { lookUp } from '../shared/look-up.ts'
import { foldText } from './search-text.rules.ts'

/* Places as Americans write them: "St. Louis", "N Las Vegas", "LA", "Boston, MA, USA". */

/** The key is folded, with common abbreviations written out. */
export function placeKey(name: string): string {
  const words = foldText(name).split(' ')
  const isLast = (at: number) => at === words.length - 1
  const key = words
    .map((word, at) => {
      const direction = at === 0 && !isLast(at) ? lookUp(directions, word) : undefined
      if (direction) return direction
      const before = isLast(at) ? undefined : lookUp(beforeNames, word)
      if (before) return before
      if (words.length === 1 && word === 'st') return beforeNames.st
      return (at > 0 ? lookUp(afterNames, word) : undefined) ?? word
    })
    .join(' ')
  return lookUp(nicknames, key) ?? key
}

const directions = { n: 'north', s: 'south', e: 'east', w: 'west' }
const beforeNames = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }
const afterNames = { spgs: 'springs', hts: 'heights', bch: 'beach', vlg: 'village' }
const nicknames = {
  nyc: 'new york',
  'new york city': 'new york',
  'the bronx': 'bronx',
  'the big apple': 'new york',
  sf: 'san francisco',
  philly: 'philadelphia',
  vegas: 'las vegas',
  nola: 'new orleans',
  okc: 'oklahoma city',
  slc: 'salt lake city',
  stl: 'saint louis',
  kc: 'kansas city',
  indy: 'indianapolis',
  cincy: 'cincinnati',
  bmore: 'baltimore',
  'windy city': 'chicago',
}

/** Two letters of a state may also mean a city. */
const citiesCalled = { la: 'los angeles', sd: 'san diego', pa: 'palo alto' }

export interface Reading {
  readonly name: string
  /** States or cities, all of which the place must be in. */
  readonly within: readonly string[]
  /** Words without a comma are no beginnings: "san jose" is not "San…" in a town named Jose. */
  readonly isExact: boolean
}
const maxWords = 8

/** "new york, ny" and "new york ny" are read as a name and a state, "chinatown chicago" as a name and a city. */
export function readings(text: string): Reading[] {
  const [first = '', ...within] = withoutCountry(text)
    .split(',')
    .map(part => part.trim())
    .filter(part => !endsInCounty.test(part))
  const name = placeKey(first)
  if (name === '') return []
  const outer = within.map(foldText).filter(part => part !== '')
  const words = name.split(' ')
  const city = lookUp(citiesCalled, name)
  const called = city === undefined ? [] : [{ name: city, within: outer, isExact: true }]
  if (outer.length > 0 || words.length > maxWords) return [{ name, within: outer, isExact: false }, ...called]
  const split = words.slice(1).map((_, at) => ({
    name: words.slice(0, at + 1).join(' '),
    within: [words.slice(at + 1).join(' ')],
    isExact: true,
  }))
  return [{ name, within: [], isExact: false }, ...called, ...split]
}

/** Map services and forms write the country in this way. */
const withoutCountry = (text: string): string =>
  text.replace(/(?<=\S)[\s,]+(?:usa?|u\.\s?s\.(?:\s?a\.?)?|united states(?: of america)?)\s*$/i, '')
const endsInCounty = /\s(?:county|parish)$/i
