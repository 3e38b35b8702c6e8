import {
  offersPasskeys,
  prefersPasskeys,
  usesSingleSignOn,
} from '@dineward/core/partner/partner-questions.ts'
import { useEffect } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useLocation,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { pathAfterSignIn } from '../../features/credentials/path-after-sign-in.ts'
import { memberQuery, rememberMember } from '../../features/identity/member.queries.ts'
import { safeReturnPath } from '../../features/identity/require-member.ts'
import { PartnerSignIn } from '../../features/identity/sign-in/partner-sign-in.tsx'
import {
  rejectSignIn,
  signIn,
  signInFailure,
  signInProblems,
} from '../../features/identity/sign-in/sign-in.ts'
import { SignInForm } from '../../features/identity/sign-in/sign-in-form.tsx'
import {
  formWithEmail,
  prospectField,
  rememberedEmail,
} from '../../features/members/prospects/prospect-email.ts'
import { ReferralNotice } from '../../features/members/referral-notice.tsx'
import { PasskeySignIn } from '../../features/passkeys/passkey-sign-in.tsx'
import { cancelAutofill } from '../../features/passkeys/passkeys.queries.ts'
import { ProviderButtons } from '../../features/sign-in-providers/provider-buttons.tsx'
import { ProviderProblemNotice } from '../../features/sign-in-providers/provider-problem.tsx'
import { joinPath } from '../../lib/navigation/join-path.ts'
import {
  clearLoginRedirect,
  storedLoginRedirect,
  storeLoginRedirect,
} from '../../lib/navigation/login-redirect.ts'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './sign-in.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const member = await app.queryClient.ensureQueryData(memberQuery(app))
  if (member) throw redirect(returnPathOf(args.request))
  return null
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const form = await args.request.formData()
  // Posted by the prospect form for a member's address.
  if (form.has(prospectField)) return data(formWithEmail(form, 'userName'))
  const fieldErrors = signInProblems(app, form)
  if (Object.keys(fieldErrors).length > 0) return data(rejectSignIn(form, fieldErrors), { status: 400 })
  try {
    await cancelAutofill(app)
    rememberMember(app, await signIn(app, form))
  } catch (error) {
    return data(signInFailure(app, form, error), { status: 400 })
  }
  // It is a new document: the next page may contain the card frame.
  return redirectDocument(await pathAfterSignIn(app, returnPathOf(args.request)))
}

/** The path counts once. */
function returnPathOf(request: Request): string {
  const stored = storedLoginRedirect()
  clearLoginRedirect()
  return safeReturnPath(returnPathIn(request.url) ?? stored)
}

export function Component() {
  const copy = useCopy()
  const partner = usePartner()
  const join = joinPath(partner, null)
  const throughPartner = usesSingleSignOn(partner)
  const carried = rememberedEmail(useApp())
  const isPasskeyFirst = prefersPasskeys(partner)
  const returnPath = returnPathIn(useLocation().search)
  useEffect(() => {
    if (returnPath !== null) storeLoginRedirect(returnPath)
  }, [returnPath])
  return (
    <div className={styles.page}>
      <PageHead title={copy('login.documentTitle')} index={false} />
      <div className={styles.split}>
        <div className={`on-brand ${styles.promise}`}>
          <p className={styles.promiseTitle}>{copy('home.promise')}</p>
          <p className={styles.promiseText}>{copy('home.promise.text')}</p>
        </div>
        <div className={styles.form}>
          <div className={styles.head}>
            <h1 className={styles.title}>{copy('login.title')}</h1>
            <p className={styles.text}>{copy(throughPartner ? 'login.sso.text' : 'login.text')}</p>
          </div>
          <ReferralNotice />
          <ProviderProblemNotice />
          {isPasskeyFirst ? null : <ProviderButtons withOr />}
          {throughPartner ? <PartnerSignIn /> : <SignInHere userName={carried} />}
          {isPasskeyFirst ? <ProviderButtons /> : null}
          {throughPartner || join === null ? null : (
            <div className={styles.more}>
              <AppLink to="/recover">{copy('login.forgot')}</AppLink>
              <AppLink className={styles.join} to={withReturnPath(join, returnPath)}>
                {copy('login.join')}
              </AppLink>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** It has a password, a passkey, or both, as the partner wants it. */
function SignInHere({ userName }: { readonly userName: string }) {
  const app = useApp()
  const returnPath = returnPathIn(useLocation().search)
  if (!offersPasskeys(app.partner)) return <SignInForm userName={userName} />
  const passkey = (
    <PasskeySignIn
      onSignedIn={async member => {
        const path = await pathAfterSignIn(app, safeReturnPath(returnPath ?? storedLoginRedirect()))
        clearLoginRedirect()
        // Right before the page is left: it removes the queries, and the browser would suggest passkeys again.
        rememberMember(app, member)
        // It is a new document, as after a password.
        location.assign(path)
      }}
    />
  )
  return (
    <>
      {prefersPasskeys(app.partner) ? passkey : null}
      <SignInForm userName={userName} />
      {prefersPasskeys(app.partner) ? null : passkey}
    </>
  )
}
