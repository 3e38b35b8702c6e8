import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy, type WriteCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type SearchState, searchAddress, widestRadiusMiles } from './search-address.ts'
import styles from './search-message.module.css'
import { type FruitfulWay, waysOnQuery } from './search-page.queries.ts'
import type { SearchPlace } from './search-place.queries.ts'

interface NoResultsProps {
  readonly state: SearchState
  readonly place: SearchPlace
}

/** Says what to do next, and how much that would find: nobody is sent from nothing to nothing. */
export function NoResults({ state, place }: NoResultsProps) {
  const copy = useCopy()
  const { data: ways = [], isSuccess } = useQuery(waysOnQuery(useApp(), state, place))
  const offered = ways.filter(({ kind }, index) => kind !== 'elsewhere' || index === 0)
  return (
    <Card as="section" padding="none" className={styles.message}>
      <h2>{copy('search.noResults.title')}</h2>
      <p className={styles.text}>
        {copy(isSuccess && offered.length === 0 ? 'search.noResults.none' : 'search.noResults.text')}
      </p>
      <div className={styles.actions}>
        {offered.map((way, index) => (
          <ButtonLink key={way.kind} to={searchAddress(way.state)} variant={index === 0 ? 'action' : 'quiet'}>
            {copy('search.noResults.way', {
              way: words(copy, way, state),
              count: way.count.toLocaleString('en-US'),
            })}
          </ButtonLink>
        ))}
      </div>
    </Card>
  )
}

function words(copy: WriteCopy, { kind }: FruitfulWay, state: SearchState): string {
  return copy(`search.noResults.${kind}`, {
    words: state.restaurantOrCuisine,
    miles: String(widestRadiusMiles),
  })
}
