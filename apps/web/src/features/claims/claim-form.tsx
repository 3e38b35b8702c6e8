import { dateAfter } from '@dineward/core/claims/claims.rules.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { useRef } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame } from '../../ui/form/field.tsx'
import { memberDraft, useFormDraft } from '../../ui/form/form-draft.ts'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, FormGroup, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import styles from './claim-form.module.css'
import { claimProblems } from './claim-form.ts'

export const claimDraft = (merchantId: string): string => memberDraft(`claim ${merchantId}`)

interface PaidWith {
  readonly id: string
  readonly description: string
  readonly lastFour: string
}

interface ClaimFormProps {
  readonly merchant: Pick<Merchant, 'id' | 'name' | 'location'>
  readonly cards: readonly PaidWith[]
  /** The restaurant's local date. */
  readonly today: LocalDate
  /** The day of a visit that was proposed. */
  readonly proposedDate: string
}

/** Asks only what is not known: the restaurant is, and a single card is. */
export function ClaimForm({ merchant, cards, today, proposedDate }: ClaimFormProps) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => claimProblems(app, data))
  useFormDraft(form.form.id, claimDraft(merchant.id))
  const { minDays, maxDays } = app.partner.settings.claims
  const [first, last] = [dateAfter(today, -maxDays), dateAfter(today, -minDays)]
  return (
    <PostedForm of={form} hasFiles>
      <FormErrors of={form} />
      <Restaurant merchant={merchant} />
      <Field
        {...form.text('dinedOn')}
        defaultValue={form.text('dinedOn').defaultValue || proposedDate}
        label={copy('claim.date')}
        hint={copy('claim.date.hint', {
          from: formatDate(first, 'long'),
          to: formatDate(last, 'long'),
          days: String(minDays),
        })}
        type="date"
        min={first}
        max={last}
        room="half"
        required
      />
      <Field
        {...form.text('amount')}
        label={copy('claim.amount')}
        hint={copy('claim.amount.hint')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        room="half"
        required
      />
      {cards.length > 1 ? (
        <Select
          {...form.text('cardId')}
          label={copy('claim.card')}
          placeholder={copy('claim.card.any')}
          options={cards.map(({ id, description, lastFour }) => ({
            value: id,
            label: copy('cards.ending', { brand: description, 'last four': lastFour }),
          }))}
        />
      ) : null}
      <FormGroup title={copy('claim.more')}>
        <ReceiptField {...form.text('receipt')} />
        <TextArea {...form.text('note')} label={copy('claim.note')} rows={3} maxLength={1_000} />
      </FormGroup>
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'claim.working' : 'claim.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}

function Restaurant({ merchant: { name, location } }: Pick<ClaimFormProps, 'merchant'>) {
  const copy = useCopy()
  return (
    <div className={styles.restaurant}>
      <p>
        <b>{name}</b>
        <span className={styles.address}>
          {location.address.street}, {location.address.city}
        </span>
      </p>
      <AppLink to="/account/claim">
        {copy('claim.restaurant.change')}
        <span className="visually-hidden"> {copy('claim.restaurant')}</span>
      </AppLink>
    </div>
  )
}

interface ReceiptFieldProps {
  readonly id: string
  readonly name: string
  readonly error: string | undefined
}

/** One field: pressing "Take a picture" opens the camera instead of the files. */
function ReceiptField({ id, name, error }: ReceiptFieldProps) {
  const copy = useCopy()
  const input = useRef<HTMLInputElement>(null)
  function openCamera() {
    input.current?.setAttribute('capture', 'environment')
    input.current?.click()
    input.current?.removeAttribute('capture')
  }
  return (
    <FieldFrame
      id={id}
      error={error}
      label={copy('claim.receipt')}
      hint={copy('claim.receipt.hint')}
      remark={
        <Button variant="quiet" size="small" className={styles.camera ?? ''} onClick={openCamera}>
          {copy('claim.receipt.camera')}
        </Button>
      }
    >
      {control => <input {...control} ref={input} type="file" name={name} accept="image/*,application/pdf" />}
    </FieldFrame>
  )
}
