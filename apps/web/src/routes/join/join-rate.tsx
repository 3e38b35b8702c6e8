import { hasNotJoined, isClosed } from '@dineward/core/members/member-questions.ts'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { rememberMember } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { JoinPromise } from '../../features/members/joining/join-promise.tsx'
import { JoinSteps } from '../../features/members/joining/join-steps.tsx'
import { saveRate, validateRate } from '../../features/members/joining/rate-choice.ts'
import { RateChoiceForm } from '../../features/members/joining/rate-choice-form.tsx'
import { isUnauthorized } from '../../lib/api/api-client.ts'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { errorText } from '../../partner/error-text.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { rejectForm } from '../../ui/form/form-result.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './join.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(appOf(args), args.request)
  if (hasNotJoined(member)) return redirect('/join')
  if (isClosed(member)) return redirect('/account/overview')
  return null
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const form = await args.request.formData()
  const fieldErrors = validateRate(app, form)
  if (Object.keys(fieldErrors).length > 0) return data(rejectForm(form, { fieldErrors }), { status: 400 })
  try {
    rememberMember(app, await saveRate(app, form))
  } catch (error) {
    if (isUnauthorized(error)) throw error
    return data(rejectForm(form, { formErrors: [errorText(app, error)] }), { status: 400 })
  }
  // Only a new document may contain the card frame.
  return redirectDocument(withReturnPath('/add_card', returnPathIn(args.request.url)))
}

export function Component() {
  const copy = useCopy()
  return (
    <div className={styles.page}>
      <PageHead title={copy('joinRate.title')} index={false} />
      <div className={styles.main}>
        <JoinSteps current="rate" />
        <div className={styles.head}>
          <h1>{copy('joinRate.title')}</h1>
          <p className={styles.text}>{copy('joinRate.text')}</p>
        </div>
        <Card padding="roomy">
          <RateChoiceForm />
        </Card>
      </div>
      <div className={styles.aside}>
        <JoinPromise />
      </div>
    </div>
  )
}
