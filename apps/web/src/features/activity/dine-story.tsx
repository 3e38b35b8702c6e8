import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Dine } from './activity.queries.ts'
import { reasonOf } from './dine-reason.ts'
import { dineStory, type StoryLine } from './dine-status.ts'
import styles from './dine-story.module.css'
import { formatBenefit, formatDay, formatTicket } from './format-activity.ts'

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
          {dineStory(dine).map(line => (
            <li key={line.step} className={`${styles.step} ${styles[line.state]}`}>
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

function StepText({ line: { step, state }, dine }: { line: StoryLine; dine: Dine }) {
  const copy = useCopy()
  const partner = usePartner()
  const details = {
    seen: formatDay(dine.date),
    cleared: formatTicket(dine),
    awarded: formatBenefit(partner, dine.benefitAmount),
    paid: dine.paidAt ? formatDay(dine.paidAt) : '',
  }
  const waiting = state === 'next' ? copy('activity.story.waiting') : copy('activity.story.none')
  const stopped = state === 'stopped'
  return (
    <span className={styles.text}>
      <span className={styles.name}>
        {copy(stopped ? 'activity.story.notEarned' : `activity.story.${step}`)}
      </span>
      <span className={styles.detail}>{state === 'done' || stopped ? details[step] : waiting}</span>
    </span>
  )
}
