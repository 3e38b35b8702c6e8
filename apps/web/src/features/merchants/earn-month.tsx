import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { wholeDollars } from '../../lib/format-cents.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './earn-month.module.css'
import { ShareBar } from './share-bar.tsx'

/** The month's limits: what they are, and for a member what is left of them and which cards count. */
export function EarnMonth({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const { yourMonth, maximumSpendPerMonthCents: spend, maximumVisitsPerMonth: visits } = merchant
  const { spendLeftCents = null, visitsLeft = null } = yourMonth ?? {}
  return (
    <>
      {spend !== null && spendLeftCents !== null ? (
        <Left share={spendLeftCents / spend}>
          {copy('merchant.earn.left', { left: wholeDollars(spendLeftCents), amount: wholeDollars(spend) })}
        </Left>
      ) : null}
      {visits !== null && visitsLeft !== null ? (
        <Left share={visitsLeft / visits}>
          {copy('merchant.earn.visitsLeft', { left: String(visitsLeft), count: String(visits) })}
        </Left>
      ) : null}
      <ul className={styles.limits}>
        {visits === null ? <li>{copy('merchant.earn.visits.unlimited')}</li> : null}
        {visits !== null && visitsLeft === null ? (
          <li>
            {copy(visits === 1 ? 'merchant.earn.visits.one' : 'merchant.earn.visits', {
              count: String(visits),
            })}
          </li>
        ) : null}
        {spend !== null && spendLeftCents === null ? (
          <li>{copy('merchant.earn.upTo', { amount: wholeDollars(spend) })}</li>
        ) : null}
        <li>{copy('merchant.earn.whole')}</li>
        {yourMonth?.cards.length ? (
          <li>
            {copy('merchant.earn.cards', { cards: cardNames(yourMonth.cards) })}{' '}
            <AppLink className={styles.manage} to="/account/manage_cards">
              {copy('merchant.earn.manageCards')}
            </AppLink>
          </li>
        ) : null}
      </ul>
    </>
  )
}

function Left({ share, children }: { readonly share: number; readonly children: string }) {
  return (
    <div className={styles.left}>
      <span>{children}</span>
      <ShareBar share={share} />
    </div>
  )
}

/** "Visa 4242 and Mastercard 5454": names and digits, in no language. */
function cardNames(cards: NonNullable<Merchant['yourMonth']>['cards']): string {
  return new Intl.ListFormat('en-US').format(
    cards.map(({ cardType, lastFour }) => `${cardType}\u00a0${lastFour}`),
  )
}
