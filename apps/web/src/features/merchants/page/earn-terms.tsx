import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { formatList, formatShortCents } from '@dineward/core/shared/format.ts'
import { type Weekday, weekdays } from '@dineward/core/shared/local-date.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ShareBar } from '../../../ui/share-bar.tsx'
import styles from './earn-terms.module.css'

/** For members, also what is left of the limits and which cards count. */
export function EarnMonth({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const {
    yourMonth,
    maximumSpendPerMonthCents: spend = null,
    maximumVisitsPerMonth: visits = null,
  } = merchant
  const { spendLeftCents = null, visitsLeft = null } = yourMonth ?? {}
  return (
    <>
      {spend !== null && spendLeftCents !== null ? (
        <Left share={spendLeftCents / spend}>
          {copy('merchant.earn.left', {
            left: formatShortCents(spendLeftCents),
            amount: formatShortCents(spend),
          })}
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
          <li>{copy('merchant.earn.upTo', { amount: formatShortCents(spend) })}</li>
        ) : null}
        <li>{copy('merchant.earn.whole')}</li>
        {yourMonth?.cards.length ? (
          <li>
            {copy('merchant.earn.cards', { cards: cardNames(yourMonth.cards) })}{' '}
            <AppLink className={`${styles.manage} screen-only`} to="/account/manage_cards">
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

function cardNames(cards: NonNullable<Merchant['yourMonth']>['cards']): string {
  return formatList(cards.map(({ cardType, lastFour }) => `${cardType}\u00a0${lastFour}`))
}

interface EarnWeekProps {
  readonly days: readonly Weekday[]
  readonly today: Weekday
}

export function EarnWeek({ days, today }: EarnWeekProps) {
  const copy = useCopy()
  return (
    <ol className={styles.week}>
      {weekdays.map(day => {
        const earns = days.includes(day)
        const name = copy(`day.${day}`)
        return (
          <li
            key={day}
            className={styles.day}
            data-earns={earns}
            aria-current={day === today ? 'date' : undefined}
          >
            <span aria-hidden="true">{name.charAt(0)}</span>
            <span className="visually-hidden">
              {copy(earns ? 'merchant.day.earns' : 'merchant.day.earnsNot', { day: name })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
