import { LazyFavoriteButton } from './features/favorites/lazy-favorite-button.tsx'
import { MerchantRow } from './features/merchants/list/merchant-row.tsx'
import { MerchantCarousel } from './features/search/results/merchant-carousel.tsx'

interface SearchCarouselProps {
  readonly searchString: string
  readonly headline: string
  readonly body?: string
}

/** It is composed of search and restaurant features, for content blocks and pages. */
export function SearchCarousel({ searchString, headline, body = '' }: SearchCarouselProps) {
  return (
    <MerchantCarousel searchString={searchString}>
      {row => <MerchantRow {...row} headline={headline} body={body} FavoriteButton={LazyFavoriteButton} />}
    </MerchantCarousel>
  )
}
