import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { appOf } from '../../app-context.ts'
import { sendReport } from '../../features/reviews/review-form.ts'
import { ReportForm } from '../../features/reviews/review-form.tsx'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'

export async function action(args: ActionFunctionArgs) {
  const reviewId = new URL(args.request.url).searchParams.get('review') ?? ''
  const result = await sendReport(appOf(args), await args.request.formData(), reviewId)
  return 'received' in result ? result : data(result, { status: 400 })
}

/** It is for the owner of a restaurant: a person decides whether the review stays. */
export function Component() {
  const copy = useCopy()
  const outcome = useActionData() as object | undefined
  const state = outcome && 'received' in outcome ? 'done' : 'ask'
  return (
    <PlainPage
      documentTitle={copy('reportReview.ask.title')}
      title={copy(`reportReview.${state}.title`)}
      text={copy(`reportReview.${state}.text`)}
    >
      {state === 'done' ? (
        <ButtonLink to="/search" size="large" wide>
          {copy('reportReview.done.action')}
        </ButtonLink>
      ) : (
        <ReportForm />
      )}
    </PlainPage>
  )
}
