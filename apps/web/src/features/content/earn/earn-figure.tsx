import { tierOf } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { figureOf } from '../blocks/figure.ts'
import { useFill } from '../blocks/use-fill.ts'
import styles from './earn-figure.module.css'

interface EarnFigureProps {
  readonly member: Member | null
  /** It is appended to the small print, and may be empty. */
  readonly about?: string
}

/** The best earn rate for visitors, the tier's rate for members (shell §6). */
export function EarnFigure({ member, about = '' }: EarnFigureProps) {
  const copy = useCopy()
  const fill = useFill()
  if (!earnsRewards(usePartner())) return null
  const sentence = copy(member ? `earnRate.tier${tierOf(member)}` : 'earnRate.signedOut')
  const { before, number, after } = figureOf(sentence)
  return (
    <section className={styles.figure} aria-label={copy('earnRate.title')}>
      <p className={`label ${styles.label}`}>{copy('earnRate.title')}</p>
      <p className={styles.rate}>
        {before ? <span>{before} </span> : null}
        {number ? <strong className={styles.number}>{number}</strong> : null} <span>{after}</span>
      </p>
      {about ? (
        <details className={styles.about}>
          <summary>
            <Icon name="info" />
            {copy('earnRate.about')}
          </summary>
          <p>{fill(about)}</p>
        </details>
      ) : null}
    </section>
  )
}
