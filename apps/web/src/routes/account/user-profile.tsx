import { useQuery } from '@tanstack/react-query'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from 'react-router'
import { appOf } from '../../app-context.ts'
import { ChangeEmailLink } from '../../features/credentials/change-email-link.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { sessionsQuery } from '../../features/identity/sessions/sessions.queries.ts'
import { SessionsSection } from '../../features/identity/sessions/sessions-section.tsx'
import { MyData } from '../../features/leaving/my-data.tsx'
import { saveProfile } from '../../features/members/profile/profile.ts'
import { ProfileForm } from '../../features/members/profile/profile-form.tsx'
import { keepTyped, typedBeforeQuery } from '../../features/members/profile/profile-typed.ts'
import { notificationsQuery } from '../../features/notifications/notifications.queries.ts'
import { NotificationsSection } from '../../features/notifications/notifications-section.tsx'
import { passkeysQuery } from '../../features/passkeys/passkeys.queries.ts'
import { PasskeysSection } from '../../features/passkeys/passkeys-section.tsx'
import { signInProvidersQuery } from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { SignInProvidersSection } from '../../features/sign-in-providers/sign-in-providers-section.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { SupportContacts } from '../../ui/page/support-contacts.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(sessionsQuery(app)),
    app.queryClient.ensureQueryData(passkeysQuery(app)),
    app.queryClient.ensureQueryData(signInProvidersQuery(app)),
    app.queryClient.ensureQueryData(notificationsQuery(app)),
    ...(import.meta.env.SSR ? [app.queryClient.ensureQueryData(typedBeforeQuery(app))] : []),
  ])
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const form = await args.request.formData()
  try {
    await requireMember(app, args.request)
  } catch (redirect) {
    if (import.meta.env.SSR) await keepTyped(app, form)
    throw redirect
  }
  const result = await saveProfile(app, form, member => {
    app.queryClient.setQueryData(memberQuery(app).queryKey, member)
  })
  return data(result, { status: result.outcome === 'rejected' ? 400 : 200 })
}

export function Component() {
  const copy = useCopy()
  const { data: member } = useQuery(memberQuery(useApp()))
  const result = useActionData<typeof action>()
  if (!member) return null
  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.profile')} index={false} />
      <div className={styles.head}>
        <h1>{copy('profile.title')}</h1>
        <p className={styles.lead}>{copy('profile.text')}</p>
      </div>
      <div className={styles.two}>
        <Card padding="roomy">
          <ProfileForm member={member} result={result} changeEmail={<ChangeEmailLink />} />
        </Card>
        <Card padding="roomy" as="section" className={styles.page} aria-labelledby="help">
          <h2 id="help">{copy('profile.help.title')}</h2>
          <p>{copy('profile.help.text')}</p>
          <SupportContacts />
        </Card>
      </div>
      <NotificationsSection publicId={member.publicId} />
      <PasskeysSection />
      <SignInProvidersSection />
      <SessionsSection />
      <MyData member={member} />
    </div>
  )
}
