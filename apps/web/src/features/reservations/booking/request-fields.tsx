import {
  longestAllergies,
  longestNotes,
  type Occasion,
  occasions,
} from '@dineward/core/reservations/table-requests.ts'
import type { Ref } from 'react'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import type { TableRequests } from '../reservations.queries.ts'
import styles from './request-fields.module.css'

export const noRequests: TableRequests = { occasion: null, notes: '', allergies: '' }

/** The fields are folded, since most bookings need none. */
interface RequestFormProps {
  readonly ref: Ref<HTMLFormElement>
  readonly requests: TableRequests
}

export function RequestForm({ ref, requests }: RequestFormProps) {
  return (
    <form ref={ref} onSubmit={event => event.preventDefault()}>
      <RequestFields requests={requests} />
    </form>
  )
}

function RequestFields({ requests }: Pick<RequestFormProps, 'requests'>) {
  const copy = useCopy()
  const hasAny = requestsText(copy, requests).length > 0
  return (
    <details className={styles.requests} open={hasAny}>
      <summary>{copy('reservation.requests')}</summary>
      <div className={styles.fields}>
        <Select
          id="reserve-occasion"
          label={copy('reservation.occasion')}
          name="occasion"
          defaultValue={requests.occasion ?? ''}
          placeholder={copy('reservation.occasion.none')}
          options={occasions.map(value => ({ value, label: copy(`reservation.occasion.${value}`) }))}
        />
        <Field
          id="reserve-allergies"
          label={copy('reservation.allergies')}
          name="allergies"
          maxLength={longestAllergies}
          defaultValue={requests.allergies}
        />
        <TextArea
          id="reserve-notes"
          label={copy('reservation.notes')}
          hint={copy('reservation.requests.hint')}
          name="notes"
          rows={2}
          maxLength={longestNotes}
          defaultValue={requests.notes}
        />
      </div>
    </details>
  )
}

export function requestsOf(form: HTMLFormElement | null): TableRequests {
  if (!form) return noRequests
  const fields = new FormData(form)
  const text = (name: string) =>
    String(fields.get(name) ?? '')
      .replaceAll('\r', '')
      .trim()
  const occasion = text('occasion')
  return {
    occasion: (occasions as readonly string[]).includes(occasion) ? (occasion as Occasion) : null,
    notes: text('notes'),
    allergies: text('allergies'),
  }
}

export function requestsText(
  copy: ReturnType<typeof useCopy>,
  { occasion, notes, allergies }: TableRequests,
): string[] {
  return [
    occasion === null ? '' : copy(`reservation.occasion.${occasion}`),
    allergies === '' ? '' : copy('reservation.allergies.are', { allergies }),
    notes,
  ].filter(text => text !== '')
}
