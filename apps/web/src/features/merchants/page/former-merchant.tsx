import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SectionHead } from '../../../ui/page/section-head.tsx'
import { MerchantCard } from '../list/merchant-card.tsx'
import type { FavoriteButtonSlot } from '../list/merchant-card-parts.tsx'
import { MerchantList } from '../list/merchant-list.tsx'
import styles from './former-merchant.module.css'

interface NearbyInsteadProps {
  readonly merchants: readonly ListedMerchant[]
  /** The former restaurant's place; without it, the default. */
  readonly location?: Merchant['location']
  readonly FavoriteButton: FavoriteButtonSlot
}

export function NearbyRestaurants({ merchants, location, FavoriteButton }: NearbyInsteadProps) {
  const copy = useCopy()
  return (
    <section className={styles.nearby}>
      <SectionHead
        title={copy('merchant.nearby')}
        allTo={searchAround(location)}
        all={copy('home.near.all')}
      />
      <MerchantList merchants={merchants} Card={MerchantCard} eager={3} FavoriteButton={FavoriteButton} />
    </section>
  )
}

export function MerchantNotFound({ merchants, FavoriteButton }: Omit<NearbyInsteadProps, 'location'>) {
  const copy = useCopy()
  return (
    <div className={`width-content ${styles.gone}`}>
      <div className={styles.message}>
        <h1>{copy('merchant.notFound.title')}</h1>
        <p className={styles.text}>{copy('merchant.notFound.text')}</p>
        <ButtonLink to="/search">{copy('notFound.search')}</ButtonLink>
      </div>
      {merchants.length > 0 ? (
        <NearbyRestaurants merchants={merchants} FavoriteButton={FavoriteButton} />
      ) : null}
    </div>
  )
}

function searchAround(location: Merchant['location'] | undefined): string {
  if (!location) return '/search'
  const { address, coordinates } = location
  const around = { latitude: String(coordinates.latitude), longitude: String(coordinates.longitude) }
  return `/search?${new URLSearchParams({ location: `${address.city}, ${address.state}`, ...around })}`
}
