import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefCallback } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { useNear } from '../../lib/use-near.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { carouselQuery } from './merchant-carousel.queries.ts'

interface MerchantCarouselProps {
  /** What follows `/search?`: whom to show. */
  readonly searchString: string
  readonly children: (row: CarouselRow) => ReactNode
}

export interface CarouselRow {
  readonly sectionRef: RefCallback<Element>
  readonly allTo: string
  /** Undefined until they are loaded. */
  readonly merchants: readonly ListedMerchant[] | undefined
  readonly busy: boolean
}

/** A row of restaurants that an editor has chosen by a search (shell §2.6). Asked for when it comes near. */
export function MerchantCarousel({ searchString, children }: MerchantCarouselProps) {
  const [section, isNear] = useNear()
  const query = carouselQuery(useApp(), searchString)
  const { data: merchants, isError } = useQuery({ ...query, enabled: isNear })
  if (isError || merchants?.length === 0) return null
  const allTo = `/search?${searchString.replace(/^\?/, '')}`
  return children({ sectionRef: section, allTo, merchants, busy: isNear && !merchants })
}
