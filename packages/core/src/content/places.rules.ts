import type { ContentKind } from './content-fields.ts'

/** An entry in its time; null is open at that end. */
export interface PlacedEntry {
  /** Versions of one entry share it: they follow each other. */
  readonly entry: string
  readonly places: readonly string[]
  readonly from: string | null
  readonly until: string | null
}

/** Where pages show one entry only: of two, one is hidden. Lists have room for all. */
export function placesOf(
  kind: ContentKind,
  { user_states, url }: Readonly<Record<string, unknown>>,
): string[] {
  if (kind === 'home' || kind === 'discover')
    return Array.isArray(user_states) ? user_states.map(state => `${kind} ${state}`) : []
  if (kind === 'announcement_banner') return ['announcement']
  const isPage = kind === 'pages' || kind === 'earn_details'
  return isPage && typeof url === 'string' && url !== '' ? [`page ${url}`] : []
}

/** @returns other entries in the same place, at a time that both have */
export const conflictsOf = <T extends PlacedEntry>(one: T, all: readonly T[]): T[] =>
  all.filter(
    other =>
      other.entry !== one.entry &&
      other.places.some(place => one.places.includes(place)) &&
      isBefore(one.from, other.until) &&
      isBefore(other.from, one.until),
  )

const isBefore = (from: string | null, until: string | null): boolean =>
  from === null || until === null || Date.parse(from) < Date.parse(until)
