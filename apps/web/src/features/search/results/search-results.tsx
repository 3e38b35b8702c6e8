import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import {
  earnsRewards,
  hasAcclaimed,
  hasFlexOffers,
  type WithSettings,
} from '@dineward/core/partner/partner-questions.ts'
import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import { formatNumber } from '@dineward/core/shared/format.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pagination } from '../../../ui/page/pagination.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { searchFormId } from '../form/search-form.tsx'
import { type MerchantSort, type SearchState, searchAddress, sorts } from '../search-address.ts'
import type { FoundPage } from '../search-page.queries.ts'
import type { SearchPlace } from '../search-place.queries.ts'
import styles from './search-results.module.css'

interface SearchResultsProps {
  readonly result: FoundPage
  readonly state: SearchState
  /** The latest search, which may still be loading. */
  readonly asked: SearchState
  readonly near: string | null
  readonly hasRewardOrder: boolean
  readonly children: ReactNode
}

export function SearchResults({ result, state, asked, near, hasRewardOrder, children }: SearchResultsProps) {
  const copy = useCopy()
  const section = useFocusOnNewPage(state.pageNo)
  return (
    <section ref={section} className={styles.results} aria-busy={asked !== state}>
      <div className={styles.bar}>
        <h2 className={styles.count} tabIndex={-1}>
          {countText(copy, result.totalResultSize)}
          {near ? <span className={styles.near}> {near}</span> : null}
          {state.pageNo > 1 ? <span className="visually-hidden">, {pageText(copy, state)}</span> : null}
        </h2>
        <SortBy state={asked} hasRewardOrder={hasRewardOrder} />
      </div>
      <div className={styles.list}>
        {result.merchants.length > 0 ? children : <PageNotFound result={result} state={state} />}
      </div>
      <Pagination
        page={Math.min(result.pageNo, result.totalPages + 1)}
        pages={result.totalPages}
        hrefOf={pageNo => searchAddress({ ...asked, pageNo })}
        label={copy('search.pages')}
      />
    </section>
  )
}

export function SearchResultsSkeleton({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.results}>
      <div className={styles.ghostBar}>
        <Skeleton length="short" />
      </div>
      {children}
    </div>
  )
}

/** After a page change; filters keep the focus. */
function useFocusOnNewPage(pageNo: number) {
  const section = useRef<HTMLElement>(null)
  const shown = useRef(pageNo)
  useEffect(() => {
    if (shown.current === pageNo) return
    shown.current = pageNo
    const { activeElement, body } = document
    // The pressed link is in the pagination, or was removed with the previous page.
    if (activeElement === body || section.current?.querySelector('nav')?.contains(activeElement))
      section.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [pageNo])
  return section
}

export const pageText = (copy: WriteCopy, { pageNo }: SearchState): string =>
  copy('pagination.page', { number: String(pageNo) })

export function countText(copy: WriteCopy, count: number): string {
  return count === 1
    ? copy('search.results.one')
    : copy('search.results.many', { count: formatNumber(count) })
}

function PageNotFound({ result, state }: Pick<SearchResultsProps, 'result' | 'state'>) {
  const copy = useCopy()
  const numbers = { page: String(state.pageNo), pages: String(result.totalPages) }
  return (
    <Card padding="none">
      <EmptyState
        spot="search"
        title={copy('search.pageBeyond.title')}
        text={copy('search.pageBeyond.text', numbers)}
      >
        <ButtonLink to={searchAddress({ ...state, pageNo: 1 })}>
          {copy('search.pageBeyond.action')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}

/** Part of the search form, to be submitted without script. */
function SortBy({
  state,
  hasRewardOrder,
}: {
  readonly state: SearchState
  readonly hasRewardOrder: boolean
}) {
  const copy = useCopy()
  const navigate = useNavigate()
  const shown = sorts.filter(sort => sort !== 'reward' || hasRewardOrder)
  const sortBy = shown.includes(state.sortBy) ? state.sortBy : 'distance'
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (select.current) select.current.value = sortBy
  }, [sortBy])
  return (
    <label className={styles.sort}>
      <span className={styles.sortLabel}>{copy('sort.label')}</span>
      <span className={styles.sortBox}>
        <select
          ref={select}
          className={styles.select}
          name="sortBy"
          form={searchFormId}
          autoComplete="off"
          defaultValue={sortBy}
          onChange={event => {
            const chosen = event.currentTarget.value as MerchantSort
            void navigate(searchAddress({ ...state, sortBy: chosen, pageNo: 1 }), {
              preventScrollReset: true,
            })
          }}
        >
          {shown.map(sort => (
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

/** At restaurants of one program a member earns the same, but for offers and where a tier is asked for. */
export const rewardsDiffer = (
  partner: WithSettings<'currencyType' | 'hasFlexOffers' | 'acclaimed'>,
  member: Parameters<typeof isOpenMember>[0],
): boolean =>
  isOpenMember(member) && earnsRewards(partner) && (hasFlexOffers(partner) || hasAcclaimed(partner))

export function nearText(copy: WriteCopy, state: SearchState, place: SearchPlace | undefined): string | null {
  if (!place?.label) return null
  if (state.location === placeWords.current) return copy('search.results.near.current')
  if (state.location === placeWords.mapView) return copy('search.results.near.mapView')
  return copy('search.results.near', { location: place.label })
}

export function searchTitle(copy: WriteCopy, state: SearchState, near: string | null): string {
  const typed = state.restaurantOrCuisine
  const what = typed.charAt(0).toUpperCase() + typed.slice(1)
  if (what && near) return copy('search.documentTitle.whatNear', { what, near })
  if (what) return copy('search.documentTitle.what', { what })
  return near ? copy('search.documentTitle.near', { near }) : copy('search.documentTitle')
}
