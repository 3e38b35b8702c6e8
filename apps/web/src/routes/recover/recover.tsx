import { offersPasskeys, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { type ActionFunctionArgs, data, redirect, useActionData, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { type Recovery, recover } from '../../features/identity/recovery.ts'
import { CodeForm, LinkForm, NewPasswordForm, RequestForm } from '../../features/identity/recovery-forms.tsx'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { useSecretAddress } from '../../lib/navigation/use-secret-address.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'
import styles from './recover.module.css'

export async function action(args: ActionFunctionArgs) {
  const outcome = await recover(appOf(args), await args.request.formData())
  if (outcome.step === 'done') return redirect('/recover/success')
  const failed = ('result' in outcome && outcome.result) || 'expired' in outcome
  return data(outcome, { status: failed ? 400 : 200 })
}

/** A forgotten password has four steps (shell §4): request, confirm, update, success. */
export function Component() {
  useSecretAddress()
  const outcome = useActionData<typeof action>() as Recovery | undefined
  const { pathname, search } = useLocation()
  const state = outcome ?? stateOfPage(pathname)
  if (state.step === 'done') return <Success />
  if (state.step === 'update') return <Update {...state} />
  if (state.step === 'request') return <Request {...state} />
  const link = state.code ?? (outcome ? undefined : new URLSearchParams(search).get('code'))
  return link ? <Link code={link} result={state.result} /> : <Confirm {...state} />
}

/** `/recover/update` follows a code: reloaded, it starts again. */
function stateOfPage(pathname: string): Recovery {
  if (pathname === '/recover/success') return { step: 'done' }
  return pathname === '/recover/confirm' ? { step: 'confirm', userName: '' } : { step: 'request' }
}

type Step<S extends Recovery['step']> = Extract<Recovery, { step: S }>

function Request({ result, expired }: Step<'request'>) {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('recover.documentTitle')}
      title={copy('recover.title')}
      text={copy('recover.text')}
      index={!expired}
    >
      {expired ? (
        <Notice kind="danger" role="alert">
          <p>{copy('recover.invalid')}</p>
        </Notice>
      ) : null}
      <RequestForm result={result} />
      <SignInLink />
    </PlainPage>
  )
}

function Confirm({ userName, result }: Step<'confirm'>) {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('recover.confirm.documentTitle')}
      title={copy('recover.confirm.title')}
      text={
        userName
          ? copy('recover.confirm.text', { 'user name': userName })
          : copy('recover.confirm.text.unknown')
      }
    >
      <CodeForm key={userName} userName={userName || null} result={result} />
      <p className={styles.more}>
        <AppLink to="/recover">{copy('recover.confirm.again')}</AppLink>
      </p>
    </PlainPage>
  )
}

function Link({ code, result }: { readonly code: string; readonly result: Step<'confirm'>['result'] }) {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('recover.update.documentTitle')}
      title={copy('recover.link.title')}
      text={copy('recover.link.text')}
    >
      <LinkForm code={code} result={result} />
      <SignInLink />
    </PlainPage>
  )
}

function Update({ recoveryToken, result }: Step<'update'>) {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('recover.update.documentTitle')}
      title={copy('recover.update.title')}
      text={copy('recover.update.text')}
    >
      <NewPasswordForm recoveryToken={recoveryToken} result={result} />
    </PlainPage>
  )
}

function Success() {
  const copy = useCopy()
  const partner = usePartner()
  const signIn = signInPath(partner) ?? '/'
  return (
    <PlainPage
      documentTitle={copy('recover.success.documentTitle')}
      title={copy('recover.success.title')}
      text={copy('recover.success.text')}
    >
      <ButtonLink to={signIn} size="large" wide>
        {copy('recover.success.action')}
      </ButtonLink>
      {offersPasskeys(partner) ? (
        <p className={styles.more}>
          <AppLink to={withReturnPath(signIn, '/account/user_profile#passkeys')}>
            {copy('passkeys.offer.signIn')}
          </AppLink>
        </p>
      ) : null}
    </PlainPage>
  )
}

function SignInLink() {
  const copy = useCopy()
  return (
    <p className={styles.more}>
      <AppLink to={signInPath(usePartner()) ?? '/'}>{copy('recover.signIn')}</AppLink>
    </p>
  )
}
