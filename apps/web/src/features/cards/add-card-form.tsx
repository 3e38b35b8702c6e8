import { useForm } from '@conform-to/react'
import { acceptedBrandsText } from '@dineward/core/partner/partner-questions.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useBotCheckAnswer } from '../../ui/form/bot-check.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { ErrorBox } from '../../ui/form/error-box.tsx'
import { isTicked } from '../../ui/form/form-data.ts'
import { FormFoot } from '../../ui/form/form-layout.tsx'
import { submissionOf } from '../../ui/form/form-result.ts'
import styles from './add-card-form.module.css'
import { CardFrame } from './card-frame/card-frame.tsx'
import { useCardFrame } from './card-frame/use-card-frame.ts'
import { linkCards } from './cards.queries.ts'
import { LinkResults } from './link-results.tsx'

export interface AddCardFormProps {
  /** Called when a card was linked. Without it, the form stays and shows the result. */
  readonly onLinked?: () => void
  /** The form uses `linkCards` without it. */
  readonly link?: typeof linkCards
  readonly children?: ReactNode
}

export function AddCardForm({ onLinked, link: linkBy = linkCards, children }: AddCardFormProps) {
  const copy = useCopy()
  const app = useApp()
  const frame = useCardFrame()
  const answerBotCheck = useBotCheckAnswer()
  const link = useMutation({
    mutationFn: async () => linkBy(app, frame.card ? [frame.card] : [], await answerBotCheck()),
    onSuccess: registrations => {
      frame.clear()
      document.forms.namedItem(form.id)?.reset()
      if (registrations.some(({ error }) => !error)) onLinked?.()
    },
  })
  const [form, { directFileFeedOptIn: optIn }] = useForm<{ directFileFeedOptIn: string }, FormData>({
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      submissionOf(
        formData,
        isTicked(formData, 'directFileFeedOptIn')
          ? {}
          : { directFileFeedOptIn: copy('validation.cardOptIn') },
      ),
    onSubmit(event) {
      event.preventDefault()
      if (ready) link.mutate()
    },
  })
  const ready = frame.card !== null && optIn.value === 'on' && !link.isPending

  return (
    <form id={form.id} className={styles.form} onSubmit={form.onSubmit} noValidate>
      <p className={styles.required}>{copy('layout.required')}</p>
      {link.data ? <LinkResults registrations={link.data} /> : null}
      {link.error ? (
        <ErrorBox>
          <p>{errorText(app, link.error)}</p>
        </ErrorBox>
      ) : null}
      <div className={styles.card}>
        <CardFrame of={frame} />
        <AcceptedBrands />
      </div>
      <Checkbox
        name={optIn.name}
        label={copy('addCard.optIn')}
        hint={copy('addCard.optIn.hint')}
        error={optIn.errors?.[0]}
        required
      />
      <FormFoot>
        <Button type="submit" size="large" wide disabled={!ready && !link.isPending} busy={link.isPending}>
          {copy(link.isPending ? 'addCard.linking' : 'addCard.submit')}
        </Button>
        {link.isPending ? (
          <p className="visually-hidden" role="status">
            {copy('layout.submitting')}
          </p>
        ) : null}
        {children}
      </FormFoot>
    </form>
  )
}

function AcceptedBrands() {
  const copy = useCopy()
  const brands = acceptedBrandsText(usePartner())
  return <p className={styles.brands}>{copy('addCard.accepted', { brands })}</p>
}
