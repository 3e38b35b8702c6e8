import { useNavigate } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { MerchantList } from './merchant-list.tsx'
import type { MerchantSearchPage } from './merchants.queries.ts'
import { NoResults } from './no-results.tsx'
import { type MerchantSort, type SearchState, searchAddress, sorts } from './search-address.ts'
import { searchFormId } from './search-form.tsx'
import styles from './search-results.module.css'

interface SearchResultsProps {
  readonly result: MerchantSearchPage
  readonly state: SearchState
  /** "near Austin, TX"; null where nobody named a place. */
  readonly placeLabel: string | null
  /** Another search is under way. */
  readonly busy: boolean
}

export function SearchResults({ result, state, placeLabel, busy }: SearchResultsProps) {
  const copy = useCopy()
  if (result.totalResultSize === 0) return <NoResults state={state} />
  return (
    <section className={styles.results} aria-busy={busy}>
      <div className={styles.bar}>
        <ResultCount count={result.totalResultSize} placeLabel={placeLabel} />
        <SortBy state={state} />
      </div>
      <div className={styles.list}>
        <MerchantList merchants={result.merchants} eager={3} />
      </div>
      <Pagination
        page={result.pageNo}
        pages={result.totalPages}
        hrefOf={pageNo => searchAddress({ ...state, pageNo })}
        label={copy('search.pages')}
      />
    </section>
  )
}

function ResultCount({ count, placeLabel }: { readonly count: number; readonly placeLabel: string | null }) {
  const copy = useCopy()
  const restaurants =
    count === 1
      ? copy('search.results.one')
      : copy('search.results.many', { count: count.toLocaleString('en-US') })
  return (
    <h2 className={styles.count}>
      <span role="status">
        {restaurants}
        {placeLabel ? (
          <span className={styles.near}> {copy('search.results.near', { location: placeLabel })}</span>
        ) : null}
      </span>
    </h2>
  )
}

/** Belongs to the form above, so that it is sent with it when there is no script. */
function SortBy({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const navigate = useNavigate()
  return (
    <label className={styles.sort}>
      <span className={styles.sortLabel}>{copy('sort.label')}</span>
      <span className={styles.sortBox}>
        <select
          className={styles.select}
          name="sortBy"
          form={searchFormId}
          value={state.sortBy}
          onChange={event => {
            const sortBy = event.currentTarget.value as MerchantSort
            void navigate(searchAddress({ ...state, sortBy, pageNo: 1 }), { preventScrollReset: true })
          }}
        >
          {sorts.map(sort => (
            <option key={sort} value={sort}>
              {copy(`sort.${sort}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" className={styles.chevron} />
      </span>
    </label>
  )
}
