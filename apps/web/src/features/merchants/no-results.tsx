import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { countFilters, type SearchState, searchAddress, withoutFilters } from './search-address.ts'
import styles from './search-message.module.css'

/** Says what to do next: take filters off, or look further around. */
export function NoResults({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const wider = { ...state, radiusMiles: 100, pageNo: 1 }
  const anything = { ...withoutFilters(state), restaurantOrCuisine: '' }
  const hasFilters = countFilters(state) > 0
  return (
    <Card as="section" padding="none" className={styles.message}>
      <h2>{copy('search.noResults.title')}</h2>
      <p className={styles.text} role="status">
        {copy('search.noResults.text')}
      </p>
      <div className={styles.actions}>
        {hasFilters ? (
          <ButtonLink to={searchAddress(withoutFilters(state))}>{copy('search.noResults.clear')}</ButtonLink>
        ) : null}
        {state.radiusMiles === 100 ? null : (
          <ButtonLink to={searchAddress(wider)} variant={hasFilters ? 'quiet' : 'action'}>
            {copy('search.noResults.widen')}
          </ButtonLink>
        )}
        {state.restaurantOrCuisine ? (
          <ButtonLink to={searchAddress(anything)} variant="quiet">
            {copy('search.noResults.all')}
          </ButtonLink>
        ) : null}
      </div>
    </Card>
  )
}
