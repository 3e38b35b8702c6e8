import type { Member } from '@dineward/core/members/members.contract.ts'
import {
  formatReward,
  paysStatementCredits,
  showsEarnRate,
} from '@dineward/core/partner/partner-questions.ts'
import type { ReactNode } from 'react'

import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { shownTier } from '../membership/tier.ts'
import styles from './joined-promise.module.css'

/** It is what joining promised, in numbers: the rate, the bonus of new members, and when rewards are worth something. */
export function JoinedPromise({ member }: { readonly member: Member }) {
  const copy = useCopy()
  const partner = usePartner()
  if (!showsEarnRate(partner)) return null
  const bonus = member.activeBonuses.find(one => one.isNewMemberBonus && one.memberIsEligibleForNMB)
  return (
    <section className={styles.promise} aria-labelledby="promised">
      <h2 id="promised">{copy('cardAdded.promise.title')}</h2>
      <dl className={styles.list}>
        <Promised
          title={copy('cardAdded.promise.rate')}
          text={partner.placeholders[`earning level ${shownTier(member)}`]}
        >
          {partner.rateDependsOnEmails ? (
            <AppLink to="/account/user_profile">{copy('cardAdded.promise.rate.change')}</AppLink>
          ) : null}
        </Promised>
        {bonus ? (
          <Promised title={copy('cardAdded.promise.bonus')} text={bonus.description}>
            <AppLink to="/account/overview">{copy('cardAdded.promise.bonus.action')}</AppLink>
          </Promised>
        ) : null}
        <Threshold />
      </dl>
    </section>
  )
}

function Threshold() {
  const copy = useCopy()
  const partner = usePartner()
  const { goal } = partner.settings
  if (paysStatementCredits(partner))
    return <Promised title={copy('cardAdded.promise.payout')} text={copy('cardAdded.promise.payout.text')} />
  if (!goal) return null
  return (
    <Promised
      title={copy('cardAdded.promise.goal', { goal: goal.name })}
      text={formatReward(partner, goal.amount)}
    />
  )
}

interface PromisedProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Promised({ title, text, children }: PromisedProps) {
  return (
    <div className={styles.row}>
      <dt className={styles.title}>{title}</dt>
      <dd className={styles.text}>
        {text} {children}
      </dd>
    </div>
  )
}
