import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { earnsRewards, hasEnrollment, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { formatCents } from '@dineward/core/shared/money.ts'
import { longDate } from '../../lib/format-date.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './earn-answer.module.css'
import { type EarnsToday, earnsToday } from './earn-here.ts'
import { EarnWeek } from './earn-week.tsx'
import type { LocalMoment } from './restaurant-hours.ts'

interface EarnAnswerProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
}

/** "Do I earn here today, and how much": the number to know on this page. Nothing where nobody earns. */
export function EarnAnswer({ merchant, now }: EarnAnswerProps) {
  const app = useApp()
  const copy = useCopy()
  const { partner } = app
  const answer = earnsToday(merchant, now)
  if (!earnsRewards(partner) || !hasEnrollment(partner) || answer.kind === 'left') return null
  const signIn = signInPath(partner)
  const isMember = app.hasSession()
  return (
    <section className={styles.answer} data-earns={answer.kind === 'today'}>
      <h2 className={styles.question}>{copy('merchant.earn.title')}</h2>
      <p className={styles.yes}>
        <Icon name={answer.kind === 'today' ? 'check' : 'calendar'} className={styles.sign} />
        <Answer answer={answer} rate={merchant.earnRate?.text ?? null} now={now} />
      </p>
      <EarnWeek days={merchant.benefitAvailability.weekdays} today={now.weekday} />
      <Limits merchant={merchant} />
      {isMember || signIn === null ? null : (
        <ButtonLink
          to={`${signIn}?returnTo=${encodeURIComponent(`/merchants/${merchant.id}`)}`}
          variant="quiet"
          wide
        >
          {copy('merchant.earn.signedOut')}
        </ButtonLink>
      )}
    </section>
  )
}

/** Visitors are told the programme's best rate, members their own. */
function Answer({ answer, rate, now }: { answer: EarnsToday; rate: string | null; now: LocalMoment }) {
  const copy = useCopy()
  if (answer.kind === 'from') return copy('merchant.earn.from', { date: longDate(answer.date) })
  if (answer.kind === 'otherDays') return copy('merchant.earn.no', { day: copy(`day.${now.weekday}`) })
  return rate === null ? copy('merchant.earn.members') : copy('merchant.earn.yes', { rate })
}

function Limits({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const { maximumSpendPerMonthCents: spend, maximumVisitsPerMonth: visits } = merchant
  return (
    <ul className={styles.limits}>
      <li>
        {visits === null
          ? copy('merchant.earn.visits.unlimited')
          : copy(visits === 1 ? 'merchant.earn.visits.one' : 'merchant.earn.visits', {
              count: String(visits),
            })}
      </li>
      {spend === null ? null : (
        <li>{copy('merchant.earn.upTo', { amount: formatCents(spend).replace(/\.00$/, '') })}</li>
      )}
      <li>{copy('merchant.earn.whole')}</li>
    </ul>
  )
}
