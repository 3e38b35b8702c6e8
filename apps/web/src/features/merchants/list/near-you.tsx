import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { SectionHead } from '../../../ui/page/section-head.tsx'
import type { FavoriteButtonSlot } from './merchant-card-parts.tsx'
import { MerchantList } from './merchant-list.tsx'
import { MerchantListSkeleton } from './merchant-list-skeleton.tsx'
import styles from './near-you.module.css'

interface NearYouProps {
  readonly title?: string
  readonly merchants: readonly ListedMerchant[]
  readonly waiting: boolean
  readonly FavoriteButton: FavoriteButtonSlot
}

export function NearYou({ title, merchants, waiting, FavoriteButton }: NearYouProps) {
  const copy = useCopy()
  if (merchants.length === 0 && !waiting) return null
  return (
    <section className={`width-content ${styles.near}`}>
      <SectionHead title={title ?? copy('home.near.title')} allTo="/search" all={copy('home.near.all')} />
      {merchants.length > 0 ? (
        <MerchantList merchants={merchants} leaf FavoriteButton={FavoriteButton} />
      ) : (
        <MerchantListSkeleton />
      )}
    </section>
  )
}
