import { defaultPlaceName } from '@dineward/core/search/place-words.rules.ts'
import { formatNumber } from '@dineward/core/shared/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { maxRadiusMiles, type SearchState, searchAddress } from '../search-address.ts'
import { alternativesQuery, type CountedAlternative } from '../search-page.queries.ts'
import type { SearchPlace } from '../search-place.queries.ts'
import { causeOf } from './search-alternatives.ts'

interface NoResultsProps {
  readonly state: SearchState
  readonly place: SearchPlace
}

export function NoResults({ state, place }: NoResultsProps) {
  const copy = useCopy()
  const { data: ways } = useQuery(alternativesQuery(useApp(), state, place))
  const offered = (ways ?? []).filter(({ kind }, index) => kind !== 'elsewhere' || index === 0)
  return (
    <Card padding="none">
      <EmptyState
        spot="search"
        title={copy('search.noResults.title')}
        text={ways ? copy(causeTexts[causeOf(ways)], { words: state.restaurantOrCuisine }) : null}
      >
        {offered.map((way, index) => (
          <ButtonLink key={way.kind} to={searchAddress(way.state)} variant={index === 0 ? 'action' : 'quiet'}>
            {words(copy, way, state)}
          </ButtonLink>
        ))}
      </EmptyState>
    </Card>
  )
}

const causeTexts = {
  words: 'search.noResults.text.words',
  clear: 'search.noResults.text.filters',
  widen: 'search.noResults.text.place',
  several: 'search.noResults.text',
  noRestaurants: 'search.noResults.none',
} as const

function words(
  copy: WriteCopy,
  { kind, count, state: found }: CountedAlternative,
  state: SearchState,
): string {
  if (kind === 'elsewhere')
    return copy('search.noResults.elsewhere', { count: formatNumber(count ?? 0), place: defaultPlaceName })
  const way = copy(`search.noResults.${kind}`, {
    words: (kind === 'place' ? found : state).restaurantOrCuisine,
    place: found.location,
    miles: String(maxRadiusMiles),
  })
  return count === null ? way : copy('search.noResults.way', { way, count: formatNumber(count) })
}

interface SearchErrorProps {
  readonly onRetry: () => void
  readonly busy: boolean
}

export function SearchError({ onRetry, busy }: SearchErrorProps) {
  const copy = useCopy()
  return (
    <Card padding="none">
      <EmptyState spot="pot" title={copy('search.error.title')} text={copy('search.error.text')} role="alert">
        <Button onClick={onRetry} busy={busy}>
          {copy('search.error.action')}
        </Button>
      </EmptyState>
    </Card>
  )
}
