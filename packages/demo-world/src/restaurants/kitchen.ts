import type { HoursKind } from './opening-hours.ts'

export interface Dish {
  readonly name: string
  readonly description: string
  /** It is in dollars, at a restaurant of price level 2. */
  readonly price: number
}

export interface Kitchen {
  /** The first always applies; some restaurants have the others too. */
  readonly cuisines: readonly string[]
  /** It is the number of restaurants of this kind among 600. */
  readonly share: number
  /** Price levels are picked by frequency in this list. */
  readonly prices: readonly number[]
  readonly hours: readonly HoursKind[]
  readonly names: readonly string[]
  /** More names: a pattern with `*`, and words for its place. */
  readonly patterns: readonly string[]
  readonly words: readonly string[]
  readonly starters: readonly Dish[]
  readonly mains: readonly Dish[]
  readonly last: readonly Dish[]
  readonly sections: readonly [string, string, string]
  /** They are first sentences about a place; `{n}` is the neighborhood. */
  readonly says: readonly string[]
}

/**
 * It is a kitchen as written in the tables: lists have commas, and dishes one line each as "name | description |
 * dollars".
 */
export interface WrittenKitchen {
  readonly cuisines: string
  readonly share: number
  readonly prices: string
  readonly hours: string
  readonly names: string
  readonly patterns: string
  readonly words: string
  readonly starters: string
  readonly mains: string
  readonly last: string
  readonly sections?: string
  readonly says: string
}

export function kitchen(written: WrittenKitchen): Kitchen {
  const [first = '', second = '', third = ''] = list(written.sections ?? 'To start, Mains, To finish')
  return {
    cuisines: list(written.cuisines),
    share: written.share,
    prices: [...written.prices].map(Number),
    hours: list(written.hours) as HoursKind[],
    names: list(written.names),
    patterns: list(written.patterns),
    words: list(written.words),
    starters: dishes(written.starters),
    mains: dishes(written.mains),
    last: dishes(written.last),
    sections: [first, second, third],
    says: lines(written.says),
  }
}

const list = (text: string) => text.split(',').map(part => part.trim().replace(/\s+/g, ' '))
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => line.trim())

const dishes = (text: string): Dish[] =>
  lines(text).map(line => {
    const [name = '', description = '', price = ''] = line.split('|').map(part => part.trim())
    return { name, description, price: Number(price) }
  })
