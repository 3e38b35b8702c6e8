import { foldText } from './search-text.rules.ts'

/* People type filters as words: "vegan brunch open now", "outdoor dinner for 8". */

/** They are parameters of a search, as its address has them. */
export type MeantParams = Readonly<Record<string, string[]>>

export interface QueryMeaning {
  /** What is left to look for, as typed. */
  readonly words: string
  readonly params: MeantParams
  /** Names of restaurants often have one of the words: "Great Wall", "The Rooftop". */
  readonly mayBeName: boolean
}

/** @returns null where all words are words to look for. */
export function meaningOf(text: string): QueryMeaning | null {
  const tokens = text.split(/[\s,;]+/).flatMap(typed => {
    const folded = foldText(typed)
    return folded === '' ? [] : [{ typed, folded }]
  })
  const params: Record<string, string[]> = {}
  const left: typeof tokens = []
  let [isMeant, mayBeName] = [false, false]
  for (let at = 0; at < tokens.length; ) {
    const found = phraseAt(
      tokens
        .map(({ folded }) => folded)
        .slice(at)
        .join(' '),
    )
    if (!found) left.push(tokens[at]!)
    else {
      isMeant = true
      mayBeName ||= found.mayBeName
      for (const [name, values] of Object.entries(found.params))
        params[name] = [...new Set([...(params[name] ?? []), ...values])]
    }
    at += found ? tokensOf(tokens, at, found.length) : 1
  }
  if (!isMeant) return null
  const words = left.filter(({ folded }) => !fillers.has(folded)).map(({ typed }) => typed)
  return { words: words.join(' '), params, mayBeName }
}

/** How many tokens so many folded letters are: "gluten-free" is one token of two words. */
function tokensOf(tokens: readonly { readonly folded: string }[], from: number, letters: number): number {
  let [count, length] = [0, -1]
  while (length < letters && from + count < tokens.length) length += tokens[from + count++]!.folded.length + 1
  return count
}

interface Phrase {
  readonly params: MeantParams
  readonly mayBeName: boolean
  readonly length: number
}

function phraseAt(rest: string): Phrase | null {
  const party = partyAt(rest)
  if (party) return party
  for (const { pattern, params, mayBeName = false } of phrases) {
    const found = pattern.exec(rest)
    if (found) return { params, mayBeName, length: found[0].length }
  }
  return null
}

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const countPattern = `(\\d{1,2}|${numbers.join('|')})`
const partyPattern = new RegExp(
  `^(?:(?:(?:a )?table |party |group )?(?:for|of) ${countPattern}(?: people| persons| guests)?|${countPattern} (?:people|persons|guests))(?= |$)`,
)
/** From so many on, a table is not easily found everywhere. */
const aGroup = 6

function partyAt(rest: string): Phrase | null {
  const found = partyPattern.exec(rest)
  const written = found?.[1] ?? found?.[2]
  if (!found || written === undefined) return null
  const count = /^\d/.test(written) ? Number(written) : numbers.indexOf(written) + 1
  if (count === 0) return null
  const groups = count >= aGroup ? { features: ['goodForGroups'] } : {}
  return { params: { partySize: [String(count)], ...groups }, mayBeName: false, length: found[0].length }
}

/** They join a filter to what is looked for: "ramen with vegan options", "places that deliver". */
const fillers = new Set(
  (
    'with for that is are and a an the some any something somewhere where i want find me my option options friendly ' +
    'serving serves serve has have do does place places restaurant restaurants spot spots eats food near here'
  ).split(' '),
)

interface WrittenPhrase {
  readonly pattern: RegExp
  readonly params: MeantParams
  readonly mayBeName?: boolean
}

const phrase = (words: string, params: MeantParams, mayBeName = false): WrittenPhrase => ({
  pattern: new RegExp(`^(?:${words})(?= |$)`),
  params,
  mayBeName,
})

const openNow = { openNow: ['true'] }
const late = { mealsServed: ['lateNight'] }
const outdoor = { features: ['outdoorSeating'] }
const groups = { features: ['goodForGroups'] }
const cheap = { priceRange: ['1'] }
const fine = { priceRange: ['3', '4'] }
const best = { sortBy: ['rating'] }

/** Longer phrases come before those that they begin with. */
const phrases: readonly WrittenPhrase[] = [
  phrase(
    '(?:that (?:is|are) )?(?:still |currently )?open (?:right )?now|(?:currently|still) open|right now',
    openNow,
  ),
  phrase(
    'open (?:until |till )?late|late nite|late night(?: snacks?)?|(?:open )?(?:past|after) midnight',
    late,
  ),
  phrase('vegan|plant based', { diets: ['vegan'] }),
  phrase('vegetarian|vegetarians|veggie|meatless', { diets: ['vegetarian'] }),
  phrase('gluten ?free|celiac|coeliac', { diets: ['glutenFree'] }),
  phrase('halal', { diets: ['halal'] }),
  phrase('kosher', { diets: ['kosher'] }),
  phrase(
    '(?:with )?(?:outdoor|outside|patio|sidewalk|garden|rooftop) (?:seating|seats|dining|tables?)|outdoors?|al fresco|alfresco',
    outdoor,
  ),
  phrase('outside|patio|terrace|rooftop', outdoor, true),
  phrase(
    '(?:good )?for (?:a )?(?:large |big )?groups?|(?:large|big) (?:groups?|part(?:y|ies))|group (?:dining|dinner|friendly)',
    groups,
  ),
  phrase(
    'cheap eats|inexpensive|affordable|low cost|budget friendly|on a budget|not (?:too )?expensive',
    cheap,
  ),
  phrase('cheap|budget', cheap, true),
  phrase('fine dining|upscale|high end|special occasion', fine),
  phrase('fancy|expensive|splurge', fine, true),
  phrase('(?:top|best|highly|highest|well) (?:rated|reviewed)', { minRating: ['4'], ...best }),
  phrase('(?:the )?best', best, true),
  phrase('(?:really )?good|great', { minRating: ['4'] }, true),
  phrase('breakfast', { mealsServed: ['breakfast'] }),
  phrase('brunch', { mealsServed: ['brunch'] }),
  phrase('lunch', { mealsServed: ['lunch'] }),
  phrase('dinner|supper|tonight', { mealsServed: ['dinner'] }),
  phrase('delivery|delivers?|delivered', { features: ['delivery'] }),
  phrase('takeout|take ?out|to go|takeaway|take away|carry ?out|pick ?up', { features: ['takeout'] }),
  phrase('order online|online order(?:ing|s)?', { features: ['onlineOrdering'] }),
  phrase('dine in|sit down', { features: ['dineIn'] }),
  phrase('(?:takes? |with )?reservations?|book a table', { reservations: ['true'] }),
  phrase('(?:newly|just|recently) opened|new (?:restaurants?|places?|spots?)', { isNew: ['true'] }),
  phrase('near me|nearby|near by|around me|around here|close (?:to me|by)', {}),
]
