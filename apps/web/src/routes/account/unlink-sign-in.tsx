import { signInProviders } from '@dineward/core/partner/partner-questions.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useSearchParams,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { submitUnlinking } from '../../features/sign-in-providers/link-sign-in.ts'
import { signInProvidersQuery } from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { UnlinkSignInForm } from '../../features/sign-in-providers/unlink-sign-in-form.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

const profile = '/account/user_profile'
const providerIn = (query: URLSearchParams) => signInProviders.find(name => name === query.get('id'))
const providerOf = ({ request }: { request: Request }) => providerIn(new URL(request.url).searchParams)

export function loader(args: LoaderFunctionArgs) {
  if (!providerOf(args)) return redirect(profile)
  return loadAccountPage(args, app => [app.queryClient.ensureQueryData(signInProvidersQuery(app))])
}

/** The profile without script posts here, and this page with the password. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const provider = providerOf(args)
  const result = provider && (await submitUnlinking(app, provider, await args.request.formData()))
  return result ? data(result, { status: 400 }) : redirect(profile)
}

export function Component() {
  const copy = useCopy()
  const [query] = useSearchParams()
  const { data: own } = useQuery(signInProvidersQuery(useApp()))
  const id = providerIn(query)
  if (!id || !own) return null
  const provider = signInProviderNames[id]
  return (
    <div className={styles.page}>
      <PageHead title={copy('providers.unlink.label', { provider })} index={false} />
      <div className={styles.head}>
        <h1>{copy('providers.unlink.title', { provider })}</h1>
        <p className={styles.lead}>{copy('providers.unlink.text', { provider })}</p>
      </div>
      <div className={styles.two}>
        <Card padding="roomy" className={styles.page}>
          <UnlinkSignInForm own={own} />
          <p>
            <AppLink to={profile}>{copy('changePassword.back')}</AppLink>
          </p>
        </Card>
      </div>
    </div>
  )
}
