import type { ReactNode } from 'react'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import type { Dine } from '../activity.queries.ts'
import styles from '../activity-row.module.css'
import { Benefit } from '../benefit.tsx'
import { formatBenefit, formatShortDay, formatTicket } from '../format-activity.ts'
import { StatusChip } from '../status-chip.tsx'
import { reasonOf } from './dine-reason.ts'
import { dineStatus } from './dine-status.ts'

interface DineRowProps {
  readonly dine: Dine
  /** When the list was fetched, in ms. */
  readonly now: number
  readonly brief?: boolean
  readonly review?: ReactNode
  /** It follows the reason. */
  readonly report?: ReactNode
  /** It tells what happened to the dine, and the review stands beside it. */
  readonly story?: ReactNode
}

export function DineRow({ dine, now, brief = false, review, report, story }: DineRowProps) {
  const copy = useCopy()
  const status = dineStatus(dine, now)
  const year = usePartner().placeholders['current year']
  const paid = formatShortDay(dine.paidAt ?? dine.date, year)
  return (
    <li className={styles.row}>
      <div className={styles.place}>
        <p className={styles.name}>
          {dine.activeMerchant && dine.merchantId !== null ? (
            <AppLink to={`/merchants/${dine.merchantId}`}>{dine.merchantName}</AppLink>
          ) : (
            dine.merchantName
          )}
        </p>
        <p className={`${styles.meta} ${styles.facts}`}>
          <span>{formatShortDay(dine.date, year)}</span>{' '}
          <span>{copy('activity.spent', { amount: formatTicket(dine) })}</span>
        </p>
      </div>
      <div className={styles.result}>
        <Benefit dine={dine} />
        {status ? <StatusChip look={status.look}>{copy(status.copy, { date: paid })}</StatusChip> : null}
      </div>
      <Extras dine={dine} />
      {brief || dine.reason ? (
        <p className={styles.reason}>
          {reasonOf(dine, copy)} {report}
        </p>
      ) : null}
      {story ? (
        <div className={styles.more}>
          {story}
          {review ? <div className={`${styles.review} screen-only`}>{review}</div> : null}
        </div>
      ) : null}
    </li>
  )
}

/** What was added to the reward of the meal, by name: "Bonus: Somewhere new, 250 points". */
function Extras({ dine: { components } }: { readonly dine: Dine }) {
  const copy = useCopy()
  const partner = usePartner()
  const extras = components.filter(({ kind, amount }) => kind !== 'base' && amount > 0)
  return extras.map(({ kind, source, amount, reason }) => (
    <p key={`${kind}${source}${reason}`} className={styles.reason}>
      {copy('activity.extra', { name: reason, reward: formatBenefit(partner, amount) })}
    </p>
  ))
}
