import type { getDineSummary } from '@dineward/core/activity/activity.contract.ts'
import { statusesOfPart } from '@dineward/core/activity/reward-parts.rules.ts'
import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { activityAddress } from './activity-address.ts'
import { formatBenefit, formatShortDay } from './format-activity.ts'
import styles from './reward-parts.module.css'

type Summary = ContractResponse<typeof getDineSummary>
type Part = Summary['parts'][number]

/** What the number above is made of: each part leads to its rows of activity. */
export function RewardParts({ summary: { parts, since } }: { readonly summary: Summary }) {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <>
      <Bar parts={parts} />
      <ul className={styles.parts} aria-label={copy('overview.parts')}>
        {parts.map(({ part, benefit, at }) => (
          <li key={part}>
            <AppLink
              className={styles.part}
              to={activityAddress({ filters: { from: since, status: [...statusesOfPart[part]] } })}
            >
              <span className={styles.name}>
                <span className={`${styles.mark} ${styles[part]}`} aria-hidden="true" />
                {copy(`overview.part.${part}`)}
              </span>{' '}
              <b className="tabular">{formatBenefit(partner, benefit)}</b>{' '}
              {benefit === 0 ? null : <When part={part} at={at} />}
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The list below says the same in words. What was taken back has no width. */
function Bar({ parts }: { readonly parts: readonly Part[] }) {
  const widths = parts.map(({ benefit }) => Math.max(0, benefit))
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total === 0) return null
  const startOf = (index: number) => widths.slice(0, index).reduce((sum, width) => sum + width, 0)
  return (
    <svg className={styles.bar} viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ part }, index) => (
        <rect key={part} className={styles[part]} x={startOf(index)} width={widths[index]} height="1" />
      ))}
    </svg>
  )
}

function When({ part, at }: Pick<Part, 'part' | 'at'>) {
  const copy = useCopy()
  const partner = usePartner()
  const date = at === null ? null : formatShortDay(at, partner.placeholders['current year'])
  return <span className={styles.when}>{text()}</span>

  function text(): string {
    if (part === 'onItsWay' && paysStatementCredits(partner)) return copy('overview.part.onItsWay.payout')
    if (date !== null) return copy(`overview.part.${part}.when`, { date })
    return part === 'paid' ? '' : copy(`overview.part.${part}.soon`)
  }
}
