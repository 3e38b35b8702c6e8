import { canBook } from '@dineward/core/members/member-questions.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Reservation, Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AppContext } from '../../../app-context.ts'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { ReservationPanelProps } from '../reservation-panel.tsx'
import { availabilityQuery, holdQuery, type PickedTable } from '../reservations.queries.ts'
import { tablesNear } from '../times/own-tables.ts'
import type { TableChoice } from '../times/table-choice.ts'
import { useTimeLeft } from '../times/use-time-left.ts'
import { BookingActions } from './booking-actions.tsx'
import styles from './booking-dialog.module.css'
import { bookingFailureOf, type Step } from './booking-failure.ts'
import { Booked, Confirm, Failure, failureTitles, isFailureStep, TableSummary } from './booking-steps.tsx'
import { noRequests, RequestForm, requestsOf } from './request-fields.tsx'
import { type BookingState, useBooking } from './use-booking.ts'

const GuestBooking = deferred(
  () => import('../guests/guest-booking.tsx'),
  module => module.GuestBooking,
  { when: 'now' },
)

export interface BookingDialogProps {
  readonly merchant: Merchant
  readonly member: ReservationPanelProps['member']
  readonly choice: TableChoice
  readonly slotId: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onBooked: () => void
  readonly onOutdated: () => void
}

/** The action row keeps its elements between states, so that nothing is replaced while it is pressed (shell §4). */
export function BookingDialog(props: BookingDialogProps) {
  const { merchant, member, choice, slotId, open, onClose, onBooked, onOutdated } = props
  const app = useApp()
  const copy = useCopy()
  const picked: PickedTable = { merchantId: merchant.id, slotId, partySize: choice.partySize }
  const lookUp = useSlot(merchant, choice, slotId)
  const { slot } = lookUp
  const booking = useBooking(picked, onBooked)
  const { guest, onGuest, onGuestBooked } = useGuest(onBooked)
  const hold = useHold(picked, open && slot !== null && canBook(member) && booking.state.kind !== 'booked')
  const holdLeftMs = useTimeLeft(hold.isFetching ? null : (hold.data?.expiresAt ?? null))
  const step = stepOf({ guest, booking: booking.state, holdError: hold.error, member, lookUp })
  const body = useFocusOnNewStep(step)
  const requests = useRef<HTMLFormElement>(null)
  const close = step === 'slotGone' || step === 'booked' || step === 'guestBooked' ? onOutdated : onClose
  const isExpired = holdLeftMs === 0 || step === 'leaseExpired'
  const isConfirm = step === 'confirm' || step === 'leaseExpired'

  return (
    <Dialog
      open={open}
      onClose={close}
      title={copy(titleOf(step), { merchant: merchant.name })}
      size="wide"
      actions={null}
    >
      <div ref={body} tabIndex={-1} className={styles.step}>
        {slot && (isConfirm || visitorSteps.includes(step)) ? (
          <TableSummary
            merchant={merchant}
            slot={slot}
            partySize={choice.partySize}
            hasBonus={step !== 'guest'}
          />
        ) : null}
        {slot && isConfirm ? (
          <Confirm
            merchant={merchant}
            slot={slot}
            isExpired={isExpired}
            leftMs={hold.isFetching ? 'loading' : holdLeftMs}
            isRetrying={booking.state.kind === 'booking' && booking.state.isRetry}
          />
        ) : null}
        {isConfirm ? <RequestForm ref={requests} requests={noRequests} /> : null}
        <VisitorPart step={step} picked={picked} guest={guest} onGuestBooked={onGuestBooked} />
        {booking.state.kind === 'booked' ? <Booked reservation={booking.state.reservation} /> : null}
        {isFailureStep(step) ? (
          <Failure
            failure={step}
            ownTable={lookUp.ownTables[0] ?? null}
            error={booking.state.kind === 'failed' ? booking.state.error : hold.error}
          />
        ) : null}
        <BookingActions
          step={step}
          choice={choice}
          slotId={slotId}
          isBusy={booking.state.kind === 'booking' || (step === 'loadFailed' && lookUp.isFetching)}
          onAct={() => {
            if (step === 'loadFailed') lookUp.refetch()
            else
              void booking.book(
                () => (isConfirm && !isExpired ? findHold(app, picked) : Promise.resolve(undefined)),
                requestsOf(requests.current),
              )
          }}
          onGuest={onGuest}
          onClose={close}
        />
      </div>
    </Dialog>
  )
}

/** A hold from an earlier pick may have expired. */
function useHold(picked: PickedTable, enabled: boolean) {
  return useQuery({ ...holdQuery(useApp(), picked), enabled, refetchOnMount: 'always' })
}

const findHold = async (app: AppContext, picked: PickedTable) =>
  (await app.queryClient.fetchQuery(holdQuery(app, picked)).catch(() => null))?.id

type Guest = 'no' | 'typing' | Reservation

function useGuest(onBooked: () => void) {
  const [guest, setGuest] = useState<Guest>('no')
  return {
    guest,
    onGuest: () => setGuest('typing'),
    onGuestBooked(reservation: Reservation) {
      setGuest(reservation)
      onBooked()
    },
  }
}

const visitorSteps: readonly Step[] = ['signIn', 'signedOut', 'guest']

interface VisitorPartProps {
  readonly step: Step
  readonly picked: PickedTable
  readonly guest: Guest
  readonly onGuestBooked: (reservation: Reservation) => void
}

function VisitorPart({ step, picked, guest, onGuestBooked }: VisitorPartProps) {
  const copy = useCopy()
  if (step === 'guest' || step === 'guestBooked')
    return <GuestBooking picked={picked} booked={guest} onBooked={onGuestBooked} />
  if (step === 'linkCard') return <p>{copy('reservation.linkCard.text')}</p>
  if (step !== 'signIn' && step !== 'signedOut') return null
  return (
    <p>
      {copy('reservation.signIn.text')} {copy('reservation.signIn.return')}
    </p>
  )
}

interface Situation {
  readonly guest: Guest
  readonly booking: BookingState
  readonly holdError: unknown
  readonly member: ReservationPanelProps['member']
  readonly lookUp: ReturnType<typeof useSlot>
}

function stepOf({ guest, booking, holdError, member, lookUp }: Situation): Step {
  if (booking.kind === 'booked') return 'booked'
  if (typeof guest === 'object') return 'guestBooked'
  if (booking.kind === 'failed') return booking.failure
  if (lookUp.slot === null) return lookUp.isGone ? 'slotGone' : lookUp.hasFailed ? 'loadFailed' : 'loading'
  if (member === null) return guest === 'typing' ? 'guest' : 'signIn'
  if (!canBook(member)) return 'linkCard'
  const refused = holdError ? bookingFailureOf(holdError) : null
  // Without a hold the table can still be booked.
  return refused === null || refused === 'unconfirmed' || refused === 'general' ? 'confirm' : refused
}

function titleOf(step: Step) {
  if (step === 'booked' || step === 'guestBooked') return 'reservation.done.title'
  if (step === 'guest') return 'guest.title'
  if (step === 'signIn' || step === 'signedOut') return 'reservation.signIn.title'
  if (step === 'linkCard') return 'reservation.linkCard.title'
  return isFailureStep(step) ? failureTitles[step] : 'reservation.confirm.title'
}

/** It is the slot as picked: once booked, it is no longer available. */
function useSlot(merchant: Merchant, choice: TableChoice, slotId: string) {
  const app = useApp()
  const { overlapHours } = app.partner.settings.reservations
  const query = useQuery(availabilityQuery(app, merchant.id, choice))
  const found = query.data?.slots.find(slot => slot.slotId === slotId) ?? null
  const [slot, setSlot] = useState<Slot | null>(found)
  if (found && !slot) setSlot(found)
  return {
    slot,
    ownTables: slot ? tablesNear(slot, query.data?.ownTables ?? [], overlapHours) : [],
    isFetching: query.isFetching,
    isGone: slot === null && query.data !== undefined && !query.isFetching,
    // `status` turns to pending during a retry; the failure stays on screen until there is data.
    hasFailed: query.data === undefined && query.errorUpdatedAt > 0,
    refetch: () => void query.refetch(),
  }
}

function useFocusOnNewStep(step: Step) {
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    body.current?.focus()
  }, [step])
  return body
}
