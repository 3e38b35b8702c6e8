import { type BonusBanner, shownBonuses } from '@dineward/core/bonuses/bonus-banners.rules.ts'
import { contentImageUrl } from '@dineward/core/content/media.rules.ts'
import { visitorStatesOf } from '@dineward/core/members/visitor-states.rules.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { activityQuery, dineSummaryQuery } from '../../features/activity/activity.queries.ts'
import { Balance } from '../../features/activity/balance.tsx'
import { LastDines } from '../../features/activity/dines/last-dines.tsx'
import { formatMonth } from '../../features/activity/format-activity.ts'
import { RewardsYear } from '../../features/activity/year/rewards-year.tsx'
import { BonusList } from '../../features/bonuses/bonus-list.tsx'
import { CardReminder } from '../../features/cards/card-reminder.tsx'
import { ContentSidebar } from '../../features/content/blocks/content-sidebar.tsx'
import { Drawing } from '../../features/content/blocks/drawing.tsx'
import { accountContentQuery } from '../../features/content/content.queries.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { EmailNotice } from '../../features/identity/email-notice.tsx'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { Membership } from '../../features/members/membership/membership.tsx'
import { ReferralCard } from '../../features/referrals/referral-card.tsx'
import { MembershipPass } from '../../features/reservations/passes/membership-pass.tsx'
import { walletsQuery } from '../../features/reservations/passes/wallets.queries.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(dineSummaryQuery(app)),
    app.queryClient.ensureQueryData(activityQuery(app, 1)),
    app.queryClient.prefetchQuery(walletsQuery(app)),
    // Without content the page shows all of the rest.
    app.queryClient.prefetchQuery(accountContentQuery(app)),
  ])
}

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const { data: member, dataUpdatedAt } = useQuery(memberQuery(app))
  const { data: content } = useQuery(accountContentQuery(app))
  if (!member) return null
  const now = dataUpdatedAt + app.clockShiftMs
  const states = visitorStatesOf(app.partner, member)
  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.overview')} index={false} />
      <h1 className={styles.greeting}>{copy('overview.title', { 'first name': member.firstName })}</h1>
      <EmailNotice member={member} />
      <CardReminder hasLinkedCard={member.hasLinkedCard} />
      <div className={styles.numbers}>
        <Balance />
        <Membership
          member={member}
          year={new Date(now).getUTCFullYear()}
          since={copy('overview.member.since', { date: formatMonth(member.joinDate) })}
        />
      </div>
      <BonusList
        bonuses={shownBonuses(member.activeBonuses, content?.banners ?? [], { states, now })}
        now={now}
        inNativeApp={app.nativeApp !== null}
        pictureOf={bannerPicture}
      />
      <LastDines />
      <RewardsYear />
      <ReferralCard publicId={member.publicId} />
      <MembershipPass />
      <ContentSidebar sidebar={content?.overview ?? null} padding="roomy" />
    </div>
  )
}

function bannerPicture({ image, image_alt, drawing }: BonusBanner) {
  if (image)
    return (
      <img src={contentImageUrl(image, 'tile')} alt={image_alt} width="240" height="180" loading="lazy" />
    )
  return drawing ? <Drawing name={drawing} /> : null
}
