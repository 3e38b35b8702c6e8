import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { removePasskeyPath } from '../../features/passkeys/passkeys.queries.ts'
import { submitRemoval } from '../../features/passkeys/remove-passkey.ts'
import { RemovePasskeyForm } from '../../features/passkeys/remove-passkey-form.tsx'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { textOf } from '../../ui/form/form-data.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

const profile = '/account/user_profile'
const idIn = ({ request }: { request: Request }) => new URL(request.url).searchParams.get('id') ?? ''

export function loader(args: LoaderFunctionArgs) {
  return idIn(args) === '' ? redirect(profile) : loadAccountPage(args, () => [])
}

/** The profile without script posts here, and this page with the password. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const form = await args.request.formData()
  const id = textOf(form, 'id') || idIn(args)
  const result = await submitRemoval(app, id, form)
  if (result === 'password') return redirect(removePasskeyPath(id))
  return result ? data(result, { status: 400 }) : redirect(profile)
}

export function Component() {
  const copy = useCopy()
  return (
    <div className={styles.page}>
      <PageHead title={copy('passkeys.remove.page')} index={false} />
      <div className={styles.head}>
        <h1>{copy('passkeys.remove.page')}</h1>
        <p className={styles.lead}>{copy('passkeys.remove.text')}</p>
      </div>
      <div className={styles.two}>
        <Card padding="roomy" className={styles.page}>
          <RemovePasskeyForm />
          <p>
            <AppLink to={profile}>{copy('changePassword.back')}</AppLink>
          </p>
        </Card>
      </div>
    </div>
  )
}
