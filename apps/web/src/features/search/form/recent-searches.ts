import { readStored, writeStored } from '../../../lib/browser/stored.ts'

/* They stay in this browser. */

const storedAs = 'recent-searches'
const mostRecent = 5
const longestText = 100

export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(storedAs) ?? '[]')
    if (!Array.isArray(stored)) return []
    const isText = (value: unknown) =>
      typeof value === 'string' && value !== '' && value.length <= longestText
    return stored.filter(isText).slice(0, mostRecent)
  } catch {
    return []
  }
}

export function addRecentSearch(text: string): void {
  const added = text.trim().slice(0, longestText)
  if (added === '') return
  const isOther = (other: string) => other.toLowerCase() !== added.toLowerCase()
  writeStored(storedAs, JSON.stringify([added, ...readRecentSearches().filter(isOther)].slice(0, mostRecent)))
}

export function clearRecentSearches(): void {
  writeStored(storedAs, '[]')
}
