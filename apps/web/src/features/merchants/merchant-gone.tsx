import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { ListedMerchant } from './listed-merchant.ts'
import styles from './merchant-gone.module.css'
import { MerchantList } from './merchant-list.tsx'

/** The way on from a restaurant that is not there: others close by. */
export function NearbyInstead({ merchants }: { readonly merchants: readonly ListedMerchant[] }) {
  const copy = useCopy()
  return (
    <section className={styles.nearby}>
      <SectionHead title={copy('merchant.nearby')} allTo="/search" all={copy('home.near.all')} />
      <MerchantList merchants={merchants} eager={3} />
    </section>
  )
}

export function MerchantNotFound({ merchants }: { readonly merchants: readonly ListedMerchant[] }) {
  const copy = useCopy()
  return (
    <div className={`width-content ${styles.gone}`}>
      <div className={styles.message}>
        <h1>{copy('merchant.notFound.title')}</h1>
        <p className={styles.text}>{copy('merchant.notFound.text')}</p>
        <ButtonLink to="/search">{copy('notFound.search')}</ButtonLink>
      </div>
      {merchants.length > 0 ? <NearbyInstead merchants={merchants} /> : null}
    </div>
  )
}
