import type { Member } from '@dineward/core/members/members.contract.ts'
import { showsEarnRate } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './membership.module.css'
import { shownTier } from './tier.ts'

interface MembershipProps {
  readonly member: Member
  /** "Member since …", written out by whoever knows dates. */
  readonly since: string
  /** Dines of the last 12 months: who has enough of them already is not told to dine more. */
  readonly dines: number
}

/** What the member is, what that earns, and what would earn more. */
export function Membership({ member, since, dines }: MembershipProps) {
  const copy = useCopy()
  const partner = usePartner()
  const tier = shownTier(member)
  const { hasVIP, vipQualification } = partner.settings
  const towardsVip = hasVIP && tier === '2' && dines < vipQualification.dinesRequired
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
      {tier === '0' && partner.settings.showEmailOptIn ? (
        <Next title={copy('overview.rate.raise')} text={copy('overview.raise')} />
      ) : null}
      {towardsVip ? <Next title={copy('earn.vip.title')} text={copy('earn.vip.text')} /> : null}
      <p className={styles.since}>{since}</p>
    </Card>
  )
}

/** What it takes to earn more. */
function Next({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.next}>
      <p className={styles.nextTitle}>{title}</p>
      <p>{text}</p>
    </div>
  )
}
