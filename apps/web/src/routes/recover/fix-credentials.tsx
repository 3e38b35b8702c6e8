import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLocation,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { credentialsQuery } from '../../features/credentials/credentials.queries.ts'
import { type FixCredentials, fixCredentials } from '../../features/credentials/fix-credentials.ts'
import { EmailCodeForm, LaterForm, NewEmailForm } from '../../features/credentials/fix-credentials-forms.tsx'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember, safeReturnPath } from '../../features/identity/require-member.ts'
import { RecentSignIn } from '../../features/sign-in-providers/provider-buttons.tsx'
import { signInProvidersQuery } from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'
import styles from './recover.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  await Promise.all([
    app.queryClient.prefetchQuery(credentialsQuery(app)),
    app.queryClient.prefetchQuery(signInProvidersQuery(app)),
  ])
  return null
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const app = appOf(args)
  await requireMember(app, request)
  const outcome = await fixCredentials(app, await request.formData())
  if (outcome.step === 'later') return redirectDocument(returnPathOf(new URL(request.url).search))
  if (outcome.step === 'done')
    await app.queryClient.invalidateQueries({ queryKey: memberQuery(app).queryKey })
  return data(outcome, { status: 'result' in outcome && outcome.result ? 400 : 200 })
}

const returnPathOf = (search: string) => safeReturnPath(new URLSearchParams(search).get('returnTo'))

/** Asks for a working email address, proves it with a mailed code, or does so later (shell §2.1). */
export function Component() {
  const outcome = useActionData() as FixCredentials | undefined
  if (outcome?.step === 'confirm') return <Confirm {...outcome} />
  if (outcome?.step === 'done') return <Done email={outcome.email} />
  return <Ask result={outcome?.step === 'ask' ? outcome.result : undefined} />
}

type Step<S extends FixCredentials['step']> = Extract<FixCredentials, { step: S }>

function Ask({ result }: { readonly result: Step<'ask'>['result'] | undefined }) {
  const copy = useCopy()
  const { data: credentials } = useQuery(credentialsQuery(useApp()))
  const { data: own } = useQuery(signInProvidersQuery(useApp()))
  const kind = credentials?.problem ?? 'change'
  return (
    <PlainPage
      documentTitle={copy('fixCredentials.documentTitle')}
      title={copy(`fixCredentials.${kind}.title`)}
      text={copy(`fixCredentials.${kind}.text`, { email: credentials?.email ?? '' })}
    >
      <NewEmailForm
        result={result}
        recentSignIn={own && !own.hasPassword ? <RecentSignIn own={own} /> : null}
      />
      {credentials?.problem ? <LaterForm /> : <BackLink />}
    </PlainPage>
  )
}

function BackLink() {
  const copy = useCopy()
  return (
    <ButtonLink to={returnPathOf(useLocation().search)} variant="plain" wide>
      {copy('fixCredentials.back')}
    </ButtonLink>
  )
}

function Confirm({ email, result }: Step<'confirm'>) {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  return (
    <PlainPage
      documentTitle={copy('fixCredentials.documentTitle')}
      title={copy('fixCredentials.confirm.title')}
      text={copy('fixCredentials.confirm.text', { email })}
    >
      <EmailCodeForm email={email} result={result} />
      <p className={styles.more}>
        <AppLink to={pathname + search} reloadDocument>
          {copy('fixCredentials.confirm.again')}
        </AppLink>
      </p>
    </PlainPage>
  )
}

function Done({ email }: { readonly email: string }) {
  const copy = useCopy()
  return (
    <PlainPage
      documentTitle={copy('fixCredentials.documentTitle')}
      title={copy('fixCredentials.done.title')}
      text={copy('fixCredentials.done.text', { email })}
    >
      <ButtonLink to={returnPathOf(useLocation().search)} size="large" wide>
        {copy('fixCredentials.done.action')}
      </ButtonLink>
    </PlainPage>
  )
}
