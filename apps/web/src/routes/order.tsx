import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { EarnAnswer } from '../features/merchants/earn-answer.tsx'
import { merchantQuery } from '../features/merchants/merchants.queries.ts'
import { localMomentAt } from '../features/merchants/restaurant-hours.ts'
import { longDate } from '../lib/format-date.ts'
import { useApp, useCopy, usePartner } from '../partner/partner-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { loader as loadMerchant, ErrorBoundary as MerchantError } from './merchant.tsx'
import styles from './order.module.css'

/** The restaurant is looked for, and missed, as on its own page. */
export function loader(args: LoaderFunctionArgs) {
  return loadMerchant(args)
}

export function ErrorBoundary() {
  return <MerchantError />
}

/** Ordering from a restaurant (shell §2.1): what it earns, and the way to the restaurant's own page. */
export function Component() {
  const app = useApp()
  const { merchantId = '' } = useParams()
  const { data: merchant, dataUpdatedAt } = useQuery(merchantQuery(app, merchantId))
  if (!merchant) return null
  const now = localMomentAt(merchant.timezone, new Date(dataUpdatedAt + app.clockShiftMs))
  return (
    <div className={styles.page}>
      <OrderOnline merchant={merchant} />
      <EarnAnswer merchant={merchant} now={now} />
    </div>
  )
}

function OrderOnline({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const address = orderAddressOf(merchant)
  const title = copy(titleOf(merchant, address), { merchant: merchant.name })
  return (
    <section className={styles.order}>
      <PageHead title={title} index={address !== null} />
      <h1>{title}</h1>
      <p className={styles.text}>
        <OrderText merchant={merchant} address={address} />
      </p>
      <div className={styles.ways}>
        {address === null ? null : (
          <ButtonLink to={address} size="large">
            {copy('merchant.order.action')}
            <Icon name="external" />
          </ButtonLink>
        )}
        {merchant.phone ? (
          <ButtonLink
            to={`tel:${merchant.phone.replace(/[^+\d]/g, '')}`}
            size="large"
            variant={address === null ? 'action' : 'quiet'}
          >
            <Icon name="phone" />
            {copy('merchant.call', { phone: merchant.phone })}
          </ButtonLink>
        ) : null}
        <ButtonLink to={`/merchants/${merchant.id}`} variant="quiet" size="large">
          {copy('order.merchant', { merchant: merchant.name })}
        </ButtonLink>
      </div>
    </section>
  )
}

function OrderText({ merchant, address }: { merchant: Merchant; address: string | null }) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  if (merchant.leftOn !== null) return copy('order.left.text', { date: longDate(merchant.leftOn) })
  if (address !== null) return copy('merchant.order.text')
  return copy(earns ? 'order.none.text' : 'order.none.guide')
}

/** The restaurant's own page, where it says that orders are taken there. A left one is no longer ours to send people to. */
function orderAddressOf({ features, website, leftOn }: Merchant): string | null {
  return leftOn === null && features.includes('onlineOrdering') && /^https?:\/\//.test(website)
    ? website
    : null
}

function titleOf({ leftOn }: Merchant, address: string | null) {
  if (leftOn !== null) return 'merchant.left.title'
  return address === null ? 'order.none.title' : 'merchant.order.title'
}
