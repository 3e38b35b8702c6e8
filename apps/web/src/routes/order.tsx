import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { memberQuery } from '../features/identity/member.queries.ts'
import { merchantQuery } from '../features/merchants/merchant.queries.ts'
import { EarnAnswer } from '../features/merchants/page/earn-answer.tsx'
import { type LocalMoment, localMomentAt } from '../features/merchants/page/opening-hours.rules.ts'
import { OrderWords, orderingOf } from '../features/merchants/page/order-online.tsx'
import { useApp, useCopy, usePartner } from '../partner/partner-context.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { MerchantPicture } from '../ui/merchant-picture.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { loader as loadMerchant, ErrorBoundary as MerchantError } from './merchant.tsx'
import styles from './order.module.css'

/** Not found as on the restaurant's page. */
export function loader(args: LoaderFunctionArgs) {
  return loadMerchant(args)
}

export function ErrorBoundary() {
  return <MerchantError />
}

export function Component() {
  const app = useApp()
  const { merchantId = '' } = useParams()
  const { data: merchant, dataUpdatedAt } = useQuery(merchantQuery(app, merchantId))
  const { data: member = null } = useQuery(memberQuery(app))
  if (!merchant) return null
  const now = localMomentAt(merchant.timezone, new Date(dataUpdatedAt + app.clockShiftMs))
  return (
    <div className={styles.page}>
      <MerchantPicture
        merchant={merchant}
        sizes="(min-width: 861px) 410px, 100vw"
        crop="wide"
        eager
        className={styles.picture}
      />
      <OrderOnline merchant={merchant} now={now} />
      <EarnAnswer merchant={merchant} now={now} member={member} />
    </div>
  )
}

function OrderOnline({ merchant, now }: { readonly merchant: Merchant; readonly now: LocalMoment }) {
  const copy = useCopy()
  const ordering = orderingOf(merchant)
  const title = copy(titleOf(merchant, ordering !== null), { merchant: merchant.name })
  return (
    <section className={styles.order}>
      <PageHead
        title={title}
        description={copy('order.description', {
          merchant: merchant.name,
          city: merchant.location.address.city,
        })}
        index={ordering !== null}
      />
      <h1>{title}</h1>
      <div className={styles.text}>
        {ordering ? (
          <OrderWords merchant={merchant} origin={ordering.origin} now={now} />
        ) : (
          <NoOrders merchant={merchant} />
        )}
      </div>
      <div className={styles.ways}>
        {ordering ? (
          <ButtonLink to={ordering.url} size="large">
            {copy('merchant.order.action')}
            <Icon name="external" />
          </ButtonLink>
        ) : null}
        {merchant.phone ? (
          <ButtonLink
            to={`tel:${merchant.phoneToDial}`}
            size="large"
            variant={ordering === null ? 'action' : 'quiet'}
          >
            <Icon name="phone" />
            {copy('merchant.call', { phone: merchant.phone })}
          </ButtonLink>
        ) : null}
        <ButtonLink to={`/merchants/${merchant.id}`} variant="plain" size="large">
          {copy('order.merchant', { merchant: merchant.name })}
        </ButtonLink>
      </div>
    </section>
  )
}

function NoOrders({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  if (merchant.leftOn !== null)
    return <p>{copy('order.left.text', { date: formatDate(merchant.leftOn, 'long') })}</p>
  return <p>{copy(earns ? 'order.none.text' : 'order.none.guide')}</p>
}

function titleOf({ leftOn }: Merchant, takesOrders: boolean) {
  if (leftOn !== null) return 'merchant.left.title'
  return takesOrders ? 'merchant.order.title' : 'order.none.title'
}
