import { offersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useLocation,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { memberQuery, rememberMember } from '../../features/identity/member.queries.ts'
import { safeReturnPath } from '../../features/identity/require-member.ts'
import { PasskeySignIn } from '../../features/passkeys/passkey-sign-in.tsx'
import { linkFailure, linkProblems } from '../../features/sign-in-providers/link-sign-in.ts'
import { LinkSignInForm } from '../../features/sign-in-providers/link-sign-in-form.tsx'
import {
  linkByPassword,
  linkProvider,
  provenSignInQuery,
} from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { returnPathIn } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { rejectForm } from '../../ui/form/form-result.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './sign-in.module.css'

const returnPathOf = ({ url }: Request) => safeReturnPath(returnPathIn(url))

/** Apple or Google has confirmed a person whose address is a member's, or a member who links their account. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const member = await app.queryClient.ensureQueryData(memberQuery(app))
  const signIn = await app.queryClient.ensureQueryData(provenSignInQuery(app))
  const { search } = new URL(args.request.url)
  if (signIn && !member && !signIn.isMember) throw redirect(`/join${search}`)
  if (!signIn) throw redirect(member ? returnPathOf(args.request) : `/login${search}`)
  return null
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const form = await args.request.formData()
  const isSignedIn = (await app.queryClient.ensureQueryData(memberQuery(app))) !== null
  const fieldErrors = linkProblems(app, form, isSignedIn)
  if (Object.keys(fieldErrors).length > 0)
    return data(rejectForm(form, { fieldErrors, secret: ['password'] }), { status: 400 })
  const password = String(form.get('password') ?? '')
  try {
    if (isSignedIn) await linkProvider(app, password)
    else rememberMember(app, await linkByPassword(app, { password }))
  } catch (error) {
    return data(linkFailure(app, form, error), { status: 400 })
  }
  // It is a new document, as after a sign-in: the next page may contain the card frame.
  return redirectDocument(returnPathOf(args.request))
}

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const { data: member } = useQuery({ ...memberQuery(app), enabled: false })
  const { data: signIn } = useQuery({ ...provenSignInQuery(app), enabled: false })
  const returnPath = safeReturnPath(returnPathIn(useLocation().search))
  if (!signIn) return null
  const provider = signInProviderNames[signIn.provider]
  const email = signIn.email ?? ''
  return (
    <div className={styles.page}>
      <PageHead title={copy('providers.link.title', { provider })} index={false} />
      <Card padding="roomy" className={styles.card}>
        <div className={styles.head}>
          <h1 className={styles.title}>{copy('providers.link.title', { provider })}</h1>
          <p className={styles.text}>
            {copy(member ? 'providers.link.own' : 'providers.link.known', { provider, email })}{' '}
            {member && email ? copy('providers.link.email', { email }) : null}
          </p>
        </div>
        <LinkSignInForm signIn={signIn} isSignedIn={Boolean(member)} />
        {member || !offersPasskeys(app.partner) ? null : (
          <PasskeySignIn
            onSignedIn={async () => {
              await linkProvider(app)
              location.assign(returnPath)
            }}
          />
        )}
        <div className={styles.more}>
          {member ? null : <AppLink to="/recover">{copy('login.forgot')}</AppLink>}
          <AppLink to={member ? returnPath : '/login'}>{copy('providers.link.back')}</AppLink>
        </div>
      </Card>
    </div>
  )
}
