import { isCardMember } from '@dineward/core/members/member-questions.ts'
import { type EarnsToday, earnsToday } from '@dineward/core/merchants/earns-today.rules.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { earnsRewards, hasEnrollment, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { formatDate, formatList, formatShortCents } from '@dineward/core/shared/format.ts'
import type { Weekday } from '@dineward/core/shared/local-date.ts'
import { useLocation } from 'react-router'
import { joinPath } from '../../../lib/navigation/join-path.ts'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { UnlockButton } from '../list/locked-badge.tsx'
import styles from './earn-answer.module.css'
import { EarnMonth, EarnWeek } from './earn-terms.tsx'
import type { LocalMoment } from './opening-hours.rules.ts'

export type Diner = { readonly memberType: string } | null

interface EarnAnswerProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
  readonly member: Diner
}

/** It is empty for partners without rewards. */
export function EarnAnswer({ merchant, now, member }: EarnAnswerProps) {
  const partner = usePartner()
  const copy = useCopy()
  const answer = earnsToday(merchant, now)
  if (!earnsRewards(partner) || !hasEnrollment(partner) || answer.kind === 'left') return null
  const earns = answer.kind === 'today'
  const { weekdays } = merchant.benefitAvailability
  if (answer.kind === 'signedOut') return <SignedOut member={member} />
  return (
    <section className={styles.answer} data-earns={earns}>
      <h2 className={styles.question}>{copy('merchant.earn.title')}</h2>
      <p className={styles.yes}>
        <Icon name={earns ? 'check' : icons[answer.kind]} className={styles.sign} />
        <Answer answer={answer} rate={merchant.earnRate?.text ?? null} now={now} />
      </p>
      <Why answer={answer} merchant={merchant} />
      {weekdays ? <EarnWeek days={weekdays} today={now.weekday} /> : null}
      {weekdays && answer.kind !== 'locked' ? <EarnMonth merchant={merchant} /> : null}
      <NextStep answer={answer} member={member} />
    </section>
  )
}

const icons = {
  from: 'calendar',
  otherDays: 'calendar',
  used: 'calendar',
  noCard: 'card',
  locked: 'sparkle',
} as const satisfies Record<Exclude<EarnsToday['kind'], 'left' | 'signedOut' | 'today'>, string>

/** Visitors see no rate, days or limits (shell §6). */
function SignedOut({ member }: Pick<EarnAnswerProps, 'member'>) {
  const copy = useCopy()
  return (
    <section className={styles.answer}>
      <h2 className={styles.question}>{copy('merchant.earn.title')}</h2>
      <NextStep answer={{ kind: 'signedOut' }} member={member} />
    </section>
  )
}

interface AnswerProps {
  readonly answer: EarnsToday
  readonly rate: string | null
  readonly now: LocalMoment
}

function Answer({ answer, rate, now }: AnswerProps) {
  const copy = useCopy()
  switch (answer.kind) {
    case 'from':
      return copy('merchant.earn.from', { date: formatDate(answer.date, 'long') })
    case 'locked':
      return copy('merchant.earn.locked')
    case 'noCard':
      return copy('merchant.earn.noCard.title')
    case 'used':
      return copy('merchant.earn.used')
    case 'otherDays':
      return copy('merchant.earn.no', { day: copy(`day.${now.weekday}`) })
    default:
      return rate === null ? copy('merchant.earn.yes.plain') : copy('merchant.earn.yes', { rate })
  }
}

type WhyProps = Pick<EarnAnswerProps, 'merchant'> & Pick<AnswerProps, 'answer'>

function Why(props: WhyProps) {
  const text = useReason(props)
  return text === null ? null : <p className={styles.why}>{text}</p>
}

function useReason({ answer, merchant }: WhyProps): string | null {
  const copy = useCopy()
  switch (answer.kind) {
    case 'from':
      return copy('merchant.earn.from.text')
    case 'locked':
      return copy(answer.tier === 2 ? 'merchant.earn.locked.tier0' : 'merchant.earn.locked.tier2')
    case 'noCard':
      return copy('merchant.earn.noCard')
    case 'used': {
      const date = formatDate(answer.again, 'long')
      if (answer.limit === 'spend')
        return copy('merchant.earn.used.spend', {
          amount: formatShortCents(merchant.maximumSpendPerMonthCents ?? 0),
          date,
        })
      const count = String(merchant.maximumVisitsPerMonth ?? 0)
      return copy(count === '1' ? 'merchant.earn.used.visit' : 'merchant.earn.used.visits', { count, date })
    }
    case 'otherDays': {
      const days = namesOf(answer.days, day => copy(`day.${day}`))
      return copy('merchant.earn.no.text', { days })
    }
    default:
      return null
  }
}

function namesOf(days: readonly Weekday[], nameOf: (day: Weekday) => string): string {
  return formatList(days.map(nameOf))
}

type NextStepProps = Pick<EarnAnswerProps, 'member'> & Pick<AnswerProps, 'answer'>

function NextStep({ answer, member }: NextStepProps) {
  const app = useApp()
  const copy = useCopy()
  const { pathname } = useLocation()
  if (answer.kind === 'locked') return <UnlockButton tier={answer.tier}>{copy('unlock.badge')}</UnlockButton>
  if (answer.kind === 'noCard') {
    const to = isCardMember(member) ? '/account/manage_cards' : (joinPath(app.partner, member) ?? '/')
    return (
      <ButtonLink to={to} wide>
        {copy('merchant.earn.noCard.action')}
      </ButtonLink>
    )
  }
  const signIn = signInPath(app.partner)
  if (member !== null || app.hasSession() || signIn === null) return null
  return (
    <ButtonLink to={`${signIn}?returnTo=${encodeURIComponent(pathname)}`} variant="quiet" wide>
      {copy('merchant.earn.signedOut')}
    </ButtonLink>
  )
}
