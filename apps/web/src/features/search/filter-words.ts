import type { WriteCopy } from '../../partner/partner-context.tsx'
import type { ChosenFilter } from './search-filters.ts'

const flagWords = {
  acclaimed: 'filters.acclaimed',
  isNew: 'filters.new',
  reservations: 'filters.reservations',
  campaignCode: 'filters.campaign',
} as const

/** What a filter is called. */
export function filterWords(copy: WriteCopy, { name, value }: ChosenFilter): string {
  if (name === 'priceRange') return '$'.repeat(Number(value))
  if (name === 'benefitsFor') return copy(`day.${value}` as 'day.Sun')
  if (name === 'features' || name === 'mealsServed') return copy(`filters.${value}` as 'filters.lunch')
  return copy(flagWords[name])
}

/** Where that says too little to those who hear it. */
export function spokenFilter(copy: WriteCopy, filter: ChosenFilter): string {
  if (filter.name !== 'priceRange') return filterWords(copy, filter)
  return copy(`filters.price.${filter.value}` as 'filters.price.1')
}
