import { useQuery } from '@tanstack/react-query'
import { AuthenticatorSection } from '../features/session/authenticator-section.tsx'
import { PasskeysSection } from '../features/session/passkeys-section.tsx'
import { PasswordSection } from '../features/session/password-section.tsx'
import { SessionsSection } from '../features/session/sessions-section.tsx'
import { SignOnSection } from '../features/session/sign-on-section.tsx'
import { useStaff } from '../lib/staff.ts'
import { accountQuery } from '../lib/staff-proof.ts'
import { Page } from '../ui/page/page.tsx'
import { Loaded } from '../ui/states.tsx'

export function Component() {
  const { email } = useStaff()
  const account = useQuery(accountQuery)
  return (
    <Page title="Your sign-in" intro={email}>
      <Loaded query={account}>
        {data => (
          <>
            {data.hasPassword && <PasskeysSection passkeys={data.passkeys} />}
            {data.hasPassword && <AuthenticatorSection {...data} />}
            {data.isConnected !== null && <SignOnSection isConnected={data.isConnected} />}
            <SessionsSection sessions={data.sessions} />
            {data.hasPassword && <PasswordSection />}
          </>
        )}
      </Loaded>
    </Page>
  )
}
