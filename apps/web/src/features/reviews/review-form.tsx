import { maxReviewLength } from '@dineward/core/reviews/reviews.rules.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { maxReasonLength, reportProblems, reviewProblems } from './review-form.ts'
import { StarRating } from './star-rating.tsx'

export function ReviewForm() {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => reviewProblems(app, data))
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <StarRating {...form.text('rating')} />
      <TextArea
        {...form.text('text')}
        label={copy('review.text')}
        hint={copy('review.text.hint')}
        rows={6}
        maxLength={maxReviewLength}
        required
      />
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'review.working' : 'review.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}

export function ReportForm() {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => reportProblems(app, data))
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <Field
        {...form.text('email')}
        label={copy('reportReview.email')}
        hint={copy('reportReview.email.hint')}
        type="email"
        autoComplete="email"
        maxLength={100}
        required
      />
      <TextArea
        {...form.text('reason')}
        label={copy('reportReview.reason')}
        rows={4}
        maxLength={maxReasonLength}
        required
      />
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'review.working' : 'reportReview.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
