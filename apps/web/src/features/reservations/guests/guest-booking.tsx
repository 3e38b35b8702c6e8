import { phoneDigits } from '@dineward/core/members/members.rules.ts'
import { isEmail } from '@dineward/core/members/prospect-email.rules.ts'
import { type ContactKind, guestContactKinds } from '@dineward/core/partner/partner-questions.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useBotCheckAnswer } from '../../../ui/form/bot-check.ts'
import { Field } from '../../../ui/form/field.tsx'
import { type FieldProblems, textOf } from '../../../ui/form/form-data.ts'
import { Notice } from '../../../ui/notice.tsx'
import { retryUntilAcknowledged } from '../booking/booking-failure.ts'
import type { PickedTable } from '../reservations.queries.ts'
import { GuestBooked } from './guest-booked.tsx'
import styles from './guest-booking.module.css'
import { bookAsGuest, type GuestAttempt, sendGuestCode, type TypedContact } from './guest-bookings.queries.ts'

export interface GuestBookingProps {
  readonly picked: PickedTable
  /** The booking, once there is one. */
  readonly booked: Reservation | 'no' | 'typing'
  readonly onBooked: (reservation: Reservation) => void
}

interface Person {
  readonly name: string
  readonly kind: ContactKind
  /** The address or the number, as it was typed. */
  readonly contact: string
}

const contactOf = ({ kind, contact }: Person): TypedContact =>
  kind === 'phone' ? { phoneNumber: contact } : { email: contact }

/** It asks first who books, then for the code that was sent. What was typed stays on the way back. */
export function GuestBooking({ picked, booked, onBooked }: GuestBookingProps) {
  const [preferred = 'email'] = guestContactKinds(usePartner())
  const [person, setPerson] = useState<Person>({ name: '', kind: preferred, contact: '' })
  const [isSent, setIsSent] = useState(false)
  if (typeof booked === 'object') return <GuestBooked reservation={booked} />
  return isSent ? (
    <CodeForm picked={picked} person={person} onBooked={onBooked} onBack={() => setIsSent(false)} />
  ) : (
    <PersonForm
      person={person}
      onSent={next => {
        setPerson(next)
        setIsSent(true)
      }}
    />
  )
}

function PersonForm({ person, onSent }: { person: Person; onSent: (person: Person) => void }) {
  const app = useApp()
  const copy = useCopy()
  const kinds = guestContactKinds(usePartner())
  const botCheckAnswer = useBotCheckAnswer()
  const [kind, setKind] = useState(person.kind)
  const [problems, setProblems] = useState<FieldProblems>({})
  const sending = useMutation({
    mutationFn: async (typed: Person) => sendGuestCode(app, contactOf(typed), await botCheckAnswer()),
    onSuccess: (_answer, typed) => onSent(typed),
    meta: { onFailure() {} },
  })
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = { name: textOf(form, 'name').trim(), kind, contact: textOf(form, kind).trim() }
    const found: FieldProblems = {
      ...(typed.name === ''
        ? { name: copy('validation.required', { 'field label': copy('guest.name') }) }
        : {}),
      ...(isContact(typed) ? {} : { [kind]: copy(contactWords[kind].problem) }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) sending.mutate(typed)
    else event.currentTarget.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }
  const words = contactWords[kind]
  const other = kinds.find(one => one !== kind)
  return (
    <form noValidate className={styles.form} onSubmit={send}>
      <p>{copy(words.text)}</p>
      <Failure error={sending.error} />
      <Field
        label={copy('guest.name')}
        name="name"
        autoComplete="name"
        maxLength={40}
        defaultValue={person.name}
        error={problems.name}
        autoFocus
        required
      />
      <Field
        key={kind}
        label={copy(words.label)}
        name={kind}
        type={words.type}
        autoComplete={words.type}
        defaultValue={kind === person.kind ? person.contact : ''}
        error={problems[kind]}
        required
      />
      {other ? (
        <Button variant="plain" onClick={() => setKind(other)}>
          {copy(`guest.by.${other}`)}
        </Button>
      ) : null}
      <Button type="submit" size="large" wide busy={sending.isPending}>
        {copy(sending.isPending ? words.sending : words.send)}
      </Button>
    </form>
  )
}

const isContact = ({ kind, contact }: Person): boolean =>
  kind === 'phone' ? phoneDigits(contact) !== null : isEmail(contact)

const contactWords = {
  email: {
    text: 'guest.text',
    label: 'join.email',
    type: 'email',
    problem: 'validation.email',
    send: 'guest.send',
    sending: 'guest.sending',
  },
  phone: {
    text: 'guest.text.phone',
    label: 'guest.phone',
    type: 'tel',
    problem: 'validation.phoneUs',
    send: 'guest.send.phone',
    sending: 'guest.sending.phone',
  },
} as const satisfies Record<ContactKind, object>

interface CodeFormProps extends Omit<GuestBookingProps, 'booked'> {
  readonly person: Person
  readonly onBack: () => void
}

function CodeForm({ picked, person, onBooked, onBack }: CodeFormProps) {
  const app = useApp()
  const copy = useCopy()
  const [problem, setProblem] = useState<string>()
  const attempt = useRef<GuestAttempt>(null)
  const booking = useMutation({
    mutationFn: (code: string) => {
      // A retry sends the same bytes, so that the table is booked once.
      if (attempt.current?.body.code !== code)
        attempt.current = {
          key: crypto.randomUUID(),
          body: { ...picked, name: person.name, ...contactOf(person), code },
        }
      const current = attempt.current
      return retryUntilAcknowledged({ send: () => bookAsGuest(app, current), onRetry() {} })
    },
    onSuccess: onBooked,
    meta: { onFailure() {} },
  })
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = textOf(new FormData(event.currentTarget), 'code').replace(/\s/g, '')
    const isCode = /^\d{6}$/.test(code)
    setProblem(isCode ? undefined : copy('recover.code'))
    if (isCode) booking.mutate(code)
  }
  return (
    <form noValidate className={styles.form} onSubmit={send}>
      <p role="status">{copy('guest.code.text', { contact: person.contact })}</p>
      <Failure error={booking.error} />
      <Field
        label={copy('recover.confirm.label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        room="short"
        error={problem}
        autoFocus
        required
      />
      <Button type="submit" size="large" wide busy={booking.isPending}>
        {copy(booking.isPending ? 'reservation.booking' : 'reservation.confirm')}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {copy('guest.code.again')}
      </Button>
    </form>
  )
}

function Failure({ error }: { readonly error: unknown }) {
  const app = useApp()
  const copy = useCopy()
  if (!error) return null
  const isOverlap = error instanceof ApiError && error.code === 'reservation_overlap'
  return (
    <Notice kind="danger" role="alert">
      <p>{isOverlap ? copy('reservation.error.overlap') : errorText(app, error)}</p>
    </Notice>
  )
}
