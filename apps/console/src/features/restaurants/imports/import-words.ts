import type { ImportRow, ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { ImportColumn } from '@dineward/core/merchant-import/import-columns.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { Tone } from '../../../ui/status.tsx'
import { factWords } from '../restaurant-words.ts'

interface Words {
  readonly label: string
  readonly tone: Tone
}

const stateWords: Record<ImportRun['state'], Words> = {
  reading: { label: 'Being read', tone: 'wait' },
  mapping: { label: 'Columns to choose', tone: 'warn' },
  read: { label: 'Ready to apply', tone: 'warn' },
  applying: { label: 'Being applied', tone: 'wait' },
  stopped: { label: 'Stopped', tone: 'warn' },
  applied: { label: 'Applied', tone: 'good' },
  undoing: { label: 'Being undone', tone: 'wait' },
  undone: { label: 'Undone', tone: 'quiet' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Photos are fetched after the last row. */
export function stateWordsOf(run: ImportRun): Words {
  const isFetching = run.state === 'applying' && rowsLeft(run) === 0
  return isFetching ? { label: 'Fetching photos', tone: 'wait' } : stateWords[run.state]
}

export const rowsLeft = ({ counts: { added, updated, applied } }: ImportRun): number =>
  added + updated - applied

export const outcomeWords: Record<ImportRow['outcome'] | NonNullable<ImportRow['undo']>, Words> = {
  undone: { label: 'Put back', tone: 'quiet' },
  kept: { label: 'Kept', tone: 'warn' },
  added: { label: 'New', tone: 'good' },
  updated: { label: 'Changed', tone: 'wait' },
  unchanged: { label: 'Unchanged', tone: 'quiet' },
  refused: { label: 'Refused', tone: 'bad' },
}

/** How each column is written. The names of a file's columns are these, whatever their case and spaces. */
export const columnHelp: Record<ImportColumn, string> = {
  id: 'Letters, digits and . _ ~ -, at most 100. It is the restaurant’s id here, for good.',
  name: 'At most 200 characters.',
  street: 'Number and street.',
  city: 'At most 100 characters.',
  state: 'Two capital letters, such as NY.',
  zipCode: 'Five digits. A first zero that was lost is put back.',
  latitude: 'Degrees, such as 40.7258. It has to be near the ZIP code.',
  longitude: 'Degrees, such as -73.9932.',
  timezone: 'Such as America/New_York.',
  about: 'At most 5,000 characters.',
  cuisines: 'Separated by |, such as Pizza|Italian.',
  priceRange: '1 to 4. 0 or empty means unknown.',
  neighborhood: 'At most 100 characters.',
  phone: 'With the area code.',
  website: 'A web address with https:// or http://.',
  hours: 'Such as Mon-Thu 17:00-22:00|Sat Sun 11:00-23:30, by the restaurant’s clock.',
  menuUrl: 'The web address of the menu.',
  menuImages: 'Web addresses of pictures of the menu, separated by |.',
  photos: 'Web addresses of photos, separated by |. The first is the main one.',
  onlineOrderingUrl: 'The web address where orders are taken.',
  openTableId: 'Its id at OpenTable.',
  features: 'delivery, dineIn, takeout, onlineOrdering, outdoorSeating, goodForGroups, separated by |.',
  diets: 'vegetarian, vegan, glutenFree, halal, kosher, separated by |.',
  mealsServed: 'breakfast, brunch, lunch, dinner, lateNight, separated by |.',
  mid: 'Its id at the card networks. A new one holds from the day of the import. Empty changes nothing.',
  benefitDays: 'Days that earn, such as Mon|Tue. Empty means every day.',
  leftOn: 'The first day on which it no longer takes part, such as 2027-01-31.',
}

const otherWords = {
  id: 'Id',
  photos: 'Photos',
  benefitDays: 'Days that earn',
  leftOn: 'Leaves on',
  mid: 'MID',
} satisfies Partial<Record<ImportColumn, string>>

export const columnLabel = (column: string): string =>
  lookUp(factWords, column) ?? lookUp(otherWords, column) ?? column
