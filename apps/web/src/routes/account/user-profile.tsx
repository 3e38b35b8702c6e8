import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { ChangeEmailLink } from '../../features/credentials/change-email-link.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { sessionsQuery } from '../../features/identity/sessions.queries.ts'
import { SessionsSection } from '../../features/identity/sessions-section.tsx'
import { MyData } from '../../features/leaving/my-data.tsx'
import { ProfileDetails } from '../../features/members/profile-details.tsx'
import { passkeysQuery } from '../../features/passkeys/passkeys.queries.ts'
import { PasskeysSection } from '../../features/passkeys/passkeys-section.tsx'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SupportContacts } from '../../ui/support-contacts.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(sessionsQuery(app)),
    app.queryClient.ensureQueryData(passkeysQuery(app)),
  ])
}

export function Component() {
  const copy = useCopy()
  const { data: member } = useQuery(memberQuery(useApp()))
  const namesElsewhere = usesSingleSignOn(usePartner())
  if (!member) return null
  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.profile')} index={false} />
      <div className={styles.head}>
        <h1>{copy('profile.title')}</h1>
        <p className={styles.lead}>{copy('profileDetails.text')}</p>
      </div>
      <div className={styles.two}>
        <Card padding="roomy">
          <ProfileDetails member={member} />
        </Card>
        <Card padding="roomy" as="section" className={styles.page} aria-labelledby="change">
          <h2 id="change" className={styles.sectionTitle}>
            {copy('profileDetails.change.title')}
          </h2>
          <ChangeEmailLink />
          <p>{copy('profileDetails.change.text')}</p>
          {namesElsewhere ? <p>{copy('profileDetails.change.names')}</p> : null}
          <SupportContacts />
        </Card>
      </div>
      <PasskeysSection />
      <SessionsSection />
      <MyData member={member} />
    </div>
  )
}
