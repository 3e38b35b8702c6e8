import type { Member } from '@dineward/core/members/members.contract.ts'
import { asksForEmailOptIn, hasVip, showsEarnRate } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import styles from './membership.module.css'
import { shownTier } from './tier.ts'
import { VipProgress } from './vip-progress.tsx'

interface MembershipProps {
  readonly member: Member
  readonly since: string
  /** The calendar year that dines count for. */
  readonly year: number
}

export function Membership({ member, since, year }: MembershipProps) {
  const copy = useCopy()
  const partner = usePartner()
  const tier = shownTier(member)
  return (
    <Card padding="roomy" as="section" aria-labelledby="membership" className={styles.membership}>
      <div className={styles.head}>
        <h2 className={`label ${styles.title}`} id="membership">
          {copy('overview.rate.title')}
        </h2>
        <Chip kind="brand">{copy(`overview.level.${tier}`)}</Chip>
      </div>
      {showsEarnRate(partner) ? <p className={styles.rate}>{copy(`earnRate.tier${tier}`)}</p> : null}
      <p>{copy(`overview.status.${tier}`)}</p>
      {tier === '0' && asksForEmailOptIn(partner) ? (
        <div className={styles.next}>
          <p className={styles.nextTitle}>
            <AppLink to="/account/user_profile">{copy('overview.rate.raise')}</AppLink>
          </p>
          <p>{copy('overview.raise')}</p>
        </div>
      ) : null}
      {hasVip(partner) && tier !== '0' ? <VipProgress progress={member.diningProgress} year={year} /> : null}
      <p className={styles.since}>{since}</p>
    </Card>
  )
}
