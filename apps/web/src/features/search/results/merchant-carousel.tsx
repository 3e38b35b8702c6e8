import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode, RefCallback } from 'react'
import type { AppContext } from '../../../app-context.ts'
import { lookUpNearby } from '../../../lib/browser/geolocation.ts'
import { useNear } from '../../../lib/deferred/use-near.ts'
import type { AskedTable, ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useApp } from '../../../partner/partner-context.tsx'
import { merchantSearchQuery, viewer } from '../search.queries.ts'
import type { SearchState } from '../search-address.ts'
import { readSearch, type SearchPlace, searchPlaceQuery, searchRequestOf } from '../search-place.queries.ts'
import { tableAsked, usualTableAt } from '../table-asked.ts'

interface MerchantCarouselProps {
  readonly searchString: string
  readonly children: (row: CarouselRow) => ReactNode
}

export interface CarouselRow {
  readonly sectionRef: RefCallback<Element>
  readonly allTo: string
  readonly merchants: readonly ListedMerchant[] | undefined
  readonly busy: boolean
  /** The table that each of them has; null in rows of other restaurants. */
  readonly asked: AskedTable | null
}

/** It is fetched near the viewport (shell §2.6). */
export function MerchantCarousel({ searchString, children }: MerchantCarouselProps) {
  const [section, isNear] = useNear()
  const query = carouselQuery(useApp(), searchString)
  const { data, isError } = useQuery({ ...query, enabled: isNear })
  const { merchants, asked = null } = data ?? {}
  if (isError || merchants?.length === 0) return null
  const allTo = `/search?${new URLSearchParams(searchString)}`
  return children({ sectionRef: section, allTo, merchants, busy: isNear && !merchants, asked })
}

const pageSize = 15

type CarouselResult = { readonly merchants: readonly ListedMerchant[] } & Pick<CarouselRow, 'asked'>

export function carouselQuery(app: AppContext, searchString: string) {
  const state = readSearch(app, new URLSearchParams(searchString))
  return queryOptions({
    queryKey: ['merchant-carousel', viewer(app), searchString],
    queryFn: async (): Promise<CarouselResult> => {
      const place = await placeOf(app, state)
      const request = { ...searchRequestOf(state, place), pageSize, orphans: 0 }
      const { merchants } = await app.queryClient.ensureQueryData(merchantSearchQuery(app, request))
      return { merchants, asked: state.hasTable ? tableAsked(state, place.usual ?? null) : null }
    },
  })
}

async function placeOf(app: AppContext, state: SearchState): Promise<SearchPlace> {
  const { location, latitude, bounds } = state
  const nearby = location === '' && latitude === null && bounds === null ? await lookUpNearby() : null
  if (nearby) return { ...nearby, label: null, unknown: false, usual: usualTableAt(app, nearby) }
  return app.queryClient.ensureQueryData(searchPlaceQuery(app, state))
}
