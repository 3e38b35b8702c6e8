import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { appOf } from '../../app-context.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { sendReview } from '../../features/reviews/review-form.ts'
import { ReviewForm } from '../../features/reviews/review-form.tsx'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export const loader = (args: LoaderFunctionArgs) => loadAccountPage(args, () => [])

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const { request } = args
  await requireMember(app, request)
  const transactionId = new URL(request.url).searchParams.get('transaction') ?? ''
  const result = await sendReview(app, await request.formData(), transactionId)
  // The document is loaded again: the page shows the review.
  return 'merchantId' in result
    ? redirectDocument(`/merchants/${encodeURIComponent(result.merchantId)}#reviews`)
    : data(result, { status: 400 })
}

export function Component() {
  const copy = useCopy()
  return (
    <div className={styles.page}>
      <PageHead title={copy('review.title')} index={false} />
      <div className={styles.head}>
        <h1>{copy('review.title')}</h1>
        <p className={styles.lead}>{copy('review.lead')}</p>
      </div>
      <Card padding="roomy" className={styles.page}>
        <ReviewForm />
        <p>
          <AppLink to="/account/recent_activity">{copy('review.back')}</AppLink>
        </p>
      </Card>
    </div>
  )
}
