import { acceptedBrandsText } from '@dineward/core/partner/partner-questions.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { isUnauthorized } from '../../lib/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { FormFoot } from '../../ui/form-layout.tsx'
import styles from './add-card-form.module.css'
import { CardFrame } from './card-frame.tsx'
import { linkCards } from './cards.queries.ts'
import { LinkResults } from './link-results.tsx'
import { useCardFrame } from './use-card-frame.ts'

interface AddCardFormProps {
  /** At least one card was linked. Left out where the form stays, and says so itself. */
  readonly onLinked?: () => void
  readonly onUnauthorized: () => void
  /** Stands under the button: a way to leave it for later. */
  readonly children?: ReactNode
}

/** Links a card (account §5 Add card): the button works once there is a whole card and the authorization. */
export function AddCardForm({ onLinked, onUnauthorized, children }: AddCardFormProps) {
  const copy = useCopy()
  const app = useApp()
  const frame = useCardFrame()
  const [optedIn, setOptedIn] = useState(false)
  const [asked, setAsked] = useState(false)
  const link = useMutation({
    mutationFn: () => linkCards(app, frame.card ? [frame.card] : []),
    onSuccess: registrations => {
      frame.clear()
      setOptedIn(false)
      setAsked(false)
      if (registrations.some(({ error }) => !error)) onLinked?.()
    },
    onError: error => {
      if (isUnauthorized(error)) onUnauthorized()
    },
  })
  const ready = frame.card !== null && optedIn && !link.isPending

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (ready) link.mutate()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.required}>{copy('layout.required')}</p>
      {link.data ? <LinkResults registrations={link.data} /> : null}
      {link.error && !isUnauthorized(link.error) ? (
        <ErrorBox>
          <p>{errorText(app, link.error)}</p>
        </ErrorBox>
      ) : null}
      <div className={styles.card}>
        <CardFrame of={frame} />
        <AcceptedBrands />
      </div>
      <Checkbox
        name="directFileFeedOptIn"
        checked={optedIn}
        onChange={event => setOptedIn(event.target.checked)}
        onBlur={() => setAsked(true)}
        label={copy('addCard.optIn')}
        hint={copy('addCard.optIn.hint')}
        error={asked && !optedIn ? copy('validation.cardOptIn') : undefined}
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
