import { useQuery } from '@tanstack/react-query'
import { useNear } from '../../lib/use-near.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { carouselQuery } from './merchant-carousel.queries.ts'
import { MerchantRow } from './merchant-row.tsx'

interface MerchantCarouselProps {
  /** What follows `/search?`: whom to show. */
  readonly searchString: string
  readonly headline: string
  readonly body: string
}

/** A row of restaurants that an editor has chosen by a search (shell §2.6). Asked for when it comes near. */
export function MerchantCarousel({ searchString, headline, body }: MerchantCarouselProps) {
  const [section, isNear] = useNear()
  const query = carouselQuery(useApp(), searchString)
  const { data: merchants, isError } = useQuery({ ...query, enabled: isNear })
  if (isError || merchants?.length === 0) return null
  return (
    <MerchantRow
      sectionRef={section}
      headline={headline}
      body={body}
      allTo={`/search?${searchString.replace(/^\?/, '')}`}
      merchants={merchants}
      busy={isNear && !merchants}
    />
  )
}
