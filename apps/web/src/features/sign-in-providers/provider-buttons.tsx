import { offeredSignInProviders, type SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import type { SignInProviders } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { storedLoginRedirect } from '../../lib/navigation/login-redirect.ts'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './provider-buttons.module.css'

/** Links, so that they work without script. They are empty where the partner offers none. */
export function ProviderButtons({ withOr = false }: { readonly withOr?: boolean }) {
  const copy = useCopy()
  const offered = offeredSignInProviders(usePartner())
  if (offered.length === 0) return null
  return (
    <div className={styles.ways}>
      {offered.map(provider => (
        <ProviderButton key={provider} provider={provider} />
      ))}
      {withOr ? <p className={styles.or}>{copy('providers.or')}</p> : null}
    </div>
  )
}

/** A member without a password proves who they are by signing in once more, and comes back to this page. */
export function RecentSignIn({ own }: { readonly own: SignInProviders }) {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const linked = own.items.filter(({ linkedAt }) => linkedAt !== null)
  return (
    <>
      <p>{copy('providers.recent')}</p>
      <div className={styles.ways}>
        {linked.map(({ provider }) => (
          <ProviderButton key={provider} provider={provider} returnTo={pathname + search} />
        ))}
      </div>
    </>
  )
}

/** It leads to the provider, and back to where the address says, or where sign-in was begun. */
function ProviderButton({
  provider,
  returnTo,
}: {
  readonly provider: SignInProvider
  readonly returnTo?: string
}) {
  const copy = useCopy()
  const { scheme } = usePartner()
  const stored = useSyncExternalStore(neverChanges, storedLoginRedirect, () => null)
  const { search } = useLocation()
  const returnPath = returnTo ?? returnPathIn(search) ?? stored
  return (
    <AppLink
      to={withReturnPath(`/api/SignIn/${provider}/Start`, returnPath)}
      reloadDocument
      className={[styles.button, styles[provider], scheme === 'dark' ? styles.dark : ''].join(' ')}
    >
      <ProviderMark provider={provider} />
      {copy('providers.continue', { provider: signInProviderNames[provider] })}
    </AppLink>
  )
}

const neverChanges = () => () => {}

/** Apple's takes the color of the text; Google's has its four. */
function ProviderMark({ provider }: { readonly provider: SignInProvider }) {
  return provider === 'apple' ? <AppleMark /> : <GoogleMark />
}

function AppleMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d="M16.37 12.75c-.02-2.16 1.76-3.2 1.84-3.25-1-1.47-2.57-1.67-3.12-1.69-1.33-.13-2.59.78-3.27.78-.67 0-1.71-.76-2.82-.74-1.45.02-2.79.84-3.53 2.14-1.51 2.62-.39 6.49 1.08 8.61.72 1.04 1.58 2.2 2.7 2.16 1.09-.04 1.5-.7 2.81-.7s1.68.7 2.82.68c1.17-.02 1.9-1.06 2.61-2.1.83-1.2 1.17-2.37 1.18-2.43-.03-.01-2.28-.88-2.3-3.46ZM14.22 6.43c.6-.72 1-1.73.89-2.73-.86.04-1.9.57-2.52 1.29-.55.64-1.03 1.66-.9 2.64.96.08 1.94-.49 2.53-1.2Z" />
    </svg>
  )
}

function GoogleMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#ea4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5Z"
      />
      <path
        fill="#4285f4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65Z"
      />
      <path
        fill="#fbbc05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24s.92 7.54 2.56 10.78l7.97-6.19Z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48Z"
      />
    </svg>
  )
}
