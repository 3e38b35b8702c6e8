import { useCopy, usePartner, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Dine } from '../activity.queries.ts'
import { formatBenefit, formatShortDay, formatTicket } from '../format-activity.ts'
import { reasonOf } from './dine-reason.ts'
import { type DineStep, dineSteps } from './dine-steps.ts'
import styles from './dine-story.module.css'

export function DineStory({ dine }: { dine: Dine }) {
  const copy = useCopy()
  return (
    <details className={styles.story}>
      <summary
        className={styles.summary}
        aria-label={copy('activity.details.of', { merchant: dine.merchantName })}
      >
        {copy('activity.details')}
        <Icon name="chevron-down" className={styles.chevron} />
      </summary>
      <div className={styles.body}>
        <ol className={styles.steps}>
          {dineSteps(dine).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity and do not move.
            <li key={index} className={`${styles.step} ${styles[line.state]} ${styles[line.step] ?? ''}`}>
              <span className={styles.mark} aria-hidden="true">
                {line.state === 'done' ? <Icon name="check" /> : null}
                {line.state === 'stopped' ? <Icon name="close" /> : null}
              </span>
              <StepText line={line} dine={dine} />
            </li>
          ))}
        </ol>
        <div className={styles.reason}>
          <Parts dine={dine} />
          {dine.reason ? null : <p>{reasonOf(dine, copy)}</p>}
          <p className={styles.card}>{copy('activity.cardEnding', { 'last four': dine.cardLastFour })}</p>
        </div>
      </div>
    </details>
  )
}

/** Nothing where there is only the base. */
function Parts({ dine: { components } }: { dine: Dine }) {
  const copy = useCopy()
  const partner = usePartner()
  if (components.length < 2) return null
  return (
    <dl className={styles.parts} aria-label={copy('activity.components')}>
      {components.map(({ kind, source, amount, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and do not move.
        <div key={`${source}${kind}${index}`} className={styles.part}>
          <dt>{reason}</dt>
          <dd className="tabular">{formatBenefit(partner, amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function StepText({ line, dine }: { line: DineStep; dine: Dine }) {
  const copy = useCopy()
  const { step, state, entry } = line
  const waiting = state === 'next' ? copy('activity.story.waiting') : copy('activity.story.none')
  // The row tells the reason of now.
  const reason = entry?.reason && entry.reason.code !== dine.reason?.code ? entry.reason.text : ''
  const detail = useDetail(line, dine)
  return (
    <span className={styles.text}>
      <span className={styles.name}>{copy(`activity.story.${step}`)}</span>
      <span className={styles.detail}>{entry === null ? waiting : detail}</span>
      {reason ? <span className={styles.detail}>{reason}</span> : null}
    </span>
  )
}

/** It reads "Nov 5, $50.15 with tip". */
function useDetail({ step, entry }: DineStep, dine: Dine): string {
  const copy = useCopy()
  const partner = usePartner()
  if (entry === null) return ''
  const year = partner.placeholders['current year']
  const day = formatShortDay(step === 'seen' ? dine.date : entry.at, year)
  const ticket = formatTicket({ ...entry, ticketCurrency: dine.ticketCurrency })
  const benefit = formatBenefit(partner, entry.benefitAmount)
  const details = {
    seen: `${day}, ${formatTicket({ ...firstOf(dine), ticketCurrency: dine.ticketCurrency })}`,
    cleared: `${day}, ${withTip(dine, entry.ticketAmount) ? copy('activity.story.withTip', { amount: ticket }) : ticket}`,
    earned: entry.benefitAmount === dine.benefitAmount ? sumText(copy, dine, partner) : benefit,
    changed: `${day}, ${copy('activity.story.now', { amount: ticket, reward: benefit })}`,
    sent: day,
    paid: day,
    notEarned: day,
  }
  return details[step]
}

const firstOf = ({ history }: Dine) => history[0]!

const withTip = (dine: Dine, cleared: number): boolean =>
  firstOf(dine).status === 'Pending' && cleared > firstOf(dine).ticketAmount

/** It reads "150 points + 50 points for booking". */
function sumText(
  copy: WriteCopy,
  { components }: Dine,
  partner: Parameters<typeof formatBenefit>[0],
): string {
  const parts = components
    .filter(({ amount, kind }) => amount !== 0 || kind === 'base')
    .map(({ kind, source, amount }) => {
      const words = copy(source === 'J' ? 'activity.part.correction' : `activity.part.${kind}`, {
        reward: formatBenefit(partner, Math.abs(amount)),
      })
      return { words, sign: amount < 0 ? '−' : '+' }
    })
  return parts.map(({ words, sign }, index) => (index === 0 ? words : `${sign} ${words}`)).join(' ')
}
