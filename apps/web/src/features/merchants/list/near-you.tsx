import type { AskedTable, ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { SectionHead } from '../../../ui/page/section-head.tsx'
import { MerchantCard } from './merchant-card.tsx'
import type { FavoriteButtonSlot } from './merchant-card-parts.tsx'
import { MerchantList } from './merchant-list.tsx'
import { MerchantListSkeleton } from './merchant-list-skeleton.tsx'
import styles from './near-you.module.css'

interface NearYouProps {
  readonly title?: string
  readonly merchants: readonly ListedMerchant[]
  /** Where all of them have a table tonight. */
  readonly tonight?: AskedTable | null
  readonly waiting: boolean
  readonly FavoriteButton: FavoriteButtonSlot
}

export function NearYou({ title, merchants, tonight = null, waiting, FavoriteButton }: NearYouProps) {
  const copy = useCopy()
  if (merchants.length === 0 && !waiting) return null
  return (
    <section className={`width-content ${styles.near}`}>
      <SectionHead
        title={title ?? copy(tonight ? 'home.tonight.title' : 'home.near.title')}
        allTo={tonight ? '/search?hasTable=true' : '/search'}
        all={copy('home.near.all')}
      />
      {merchants.length > 0 ? (
        <MerchantList
          merchants={merchants}
          Card={MerchantCard}
          leaf
          asked={tonight}
          FavoriteButton={FavoriteButton}
        />
      ) : (
        <MerchantListSkeleton />
      )}
    </section>
  )
}
