import { isAccountReward } from '@dineward/core/account-rewards/account-rewards.rules.ts'
import { dateProblem } from '@dineward/core/claims/claims.rules.ts'
import type { ReactNode } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import type { ActivityItem, Dine } from './activity.queries.ts'
import styles from './activity-list.module.css'
import rewardRowStyles from './activity-row.module.css'
import { Benefit } from './benefit.tsx'
import { CreditRow } from './credits/credit-row.tsx'
import { DineRow } from './dines/dine-row.tsx'
import { dineStatus } from './dines/dine-status.ts'
import { DineStory } from './dines/dine-story.tsx'
import { formatMonth, formatShortDay } from './format-activity.ts'
import { StatusChip } from './status-chip.tsx'

interface ActivityListProps {
  readonly items: readonly ActivityItem[]
  readonly now: number
  /** It is the id of a heading. */
  readonly labelId: string
  /** It is shown below a dine. */
  readonly reviewOf?: (dine: Dine) => ReactNode
}

export function ActivityList({ items, now, labelId, reviewOf }: ActivityListProps) {
  return (
    <ul className={styles.list} aria-labelledby={labelId}>
      {items.map(item => {
        if (item.recordType === 'Credit') return <CreditRow key={item.creditId} credit={item} />
        const { sourceTransactionId: id } = item
        if (isAccountReward(item)) return <RewardRow key={id} reward={item} now={now} />
        return (
          <DineRow
            key={id}
            dine={item}
            now={now}
            review={reviewOf?.(item)}
            report={<ReportLink dine={item} now={now} />}
            story={<DineStory dine={item} />}
          />
        )
      })}
    </ul>
  )
}

export function ActivityMonths({ items, ...list }: Omit<ActivityListProps, 'labelId'>) {
  const months = Map.groupBy(items, ({ date }) => date.slice(0, 7))
  return [...months].map(([month, ofMonth]) => (
    <section key={month} className={styles.month} aria-labelledby={`month-${month}`}>
      <h2 className={styles.title} id={`month-${month}`}>
        {formatMonth(`${month}-01`)}
      </h2>
      <ActivityList {...list} items={ofMonth} labelId={`month-${month}`} />
    </section>
  ))
}

/** Reasons that the member may know better. */
const questionable = new Set(['amount_zero', 'authorization_expired', 'partly_refunded', 'refunded_in_full'])

/** Account §9: from ten days after the purchase on. */
function ReportLink({ dine, now }: { readonly dine: Dine; readonly now: number }) {
  const copy = useCopy()
  const { claims } = usePartner().settings
  const today = new Date(now).toISOString().slice(0, 10)
  const isOffered =
    dine.merchantId !== null &&
    questionable.has(dine.reason?.code ?? '') &&
    dateProblem(dine.date.slice(0, 10), today, claims) === null
  if (!isOffered) return null
  return (
    <AppLink
      className="screen-only"
      to={`/account/claim?merchant=${encodeURIComponent(dine.merchantId ?? '')}`}
    >
      {copy('activity.report')} <span className="visually-hidden">{dine.merchantName}</span>
    </AppLink>
  )
}

/** What was earned without a dine: nothing to open, to visit or to review. */
function RewardRow({ reward, now }: { readonly reward: Dine; readonly now: number }) {
  const copy = useCopy()
  const year = usePartner().placeholders['current year']
  const status = dineStatus(reward, now)
  const paid = formatShortDay(reward.paidAt ?? reward.date, year)
  return (
    <li className={rewardRowStyles.row}>
      <div className={rewardRowStyles.place}>
        <p className={rewardRowStyles.name}>{reward.merchantName}</p>
        <p className={rewardRowStyles.meta}>{formatShortDay(reward.date, year)}</p>
      </div>
      <div className={rewardRowStyles.result}>
        <Benefit dine={reward} />
        {status && reward.benefitAmount > 0 ? (
          <StatusChip look={status.look}>{copy(status.copy, { date: paid })}</StatusChip>
        ) : null}
      </div>
      {reward.reason ? <p className={rewardRowStyles.reason}>{reward.reason.text}</p> : null}
    </li>
  )
}
