import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ListedMerchant } from './listed-merchant.ts'
import styles from './merchant-gone.module.css'
import { MerchantList } from './merchant-list.tsx'

/** The way on from a restaurant that is not there: others close by. */
export function NearbyInstead({ merchants }: { readonly merchants: readonly ListedMerchant[] }) {
  const copy = useCopy()
  return (
    <section className={styles.nearby}>
      <div className={styles.head}>
        <h2>{copy('merchant.nearby')}</h2>
        <AppLink className={styles.all} to="/search">
          {copy('home.near.all')}
          <Icon name="arrow" />
        </AppLink>
      </div>
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
