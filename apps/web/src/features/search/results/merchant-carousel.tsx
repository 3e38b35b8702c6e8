import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode, RefCallback } from 'react'
import type { AppContext } from '../../../app-context.ts'
import { lookUpNearby } from '../../../lib/browser/geolocation.ts'
import { useNear } from '../../../lib/deferred/use-near.ts'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useApp } from '../../../partner/partner-context.tsx'
import { merchantSearchQuery, viewer } from '../search.queries.ts'
import type { SearchState } from '../search-address.ts'
import { readSearch, type SearchPlace, searchPlaceQuery, searchRequestOf } from '../search-place.queries.ts'

interface MerchantCarouselProps {
  readonly searchString: string
  readonly children: (row: CarouselRow) => ReactNode
}

export interface CarouselRow {
  readonly sectionRef: RefCallback<Element>
  readonly allTo: string
  readonly merchants: readonly ListedMerchant[] | undefined
  readonly busy: boolean
}

/** It is fetched near the viewport (shell §2.6). */
export function MerchantCarousel({ searchString, children }: MerchantCarouselProps) {
  const [section, isNear] = useNear()
  const query = carouselQuery(useApp(), searchString)
  const { data: merchants, isError } = useQuery({ ...query, enabled: isNear })
  if (isError || merchants?.length === 0) return null
  const allTo = `/search?${new URLSearchParams(searchString)}`
  return children({ sectionRef: section, allTo, merchants, busy: isNear && !merchants })
}

const pageSize = 15

export function carouselQuery(app: AppContext, searchString: string) {
  const state = readSearch(app, new URLSearchParams(searchString))
  return queryOptions({
    queryKey: ['merchant-carousel', viewer(app), searchString],
    queryFn: async (): Promise<readonly ListedMerchant[]> => {
      const request = { ...searchRequestOf(state, await placeOf(app, state)), pageSize }
      return (await app.queryClient.ensureQueryData(merchantSearchQuery(app, request))).merchants
    },
  })
}

async function placeOf(app: AppContext, state: SearchState): Promise<SearchPlace> {
  const { location, latitude, bounds } = state
  const nearby = location === '' && latitude === null && bounds === null ? await lookUpNearby() : null
  if (nearby) return { ...nearby, label: null, unknown: false }
  return app.queryClient.ensureQueryData(searchPlaceQuery(app, state))
}
