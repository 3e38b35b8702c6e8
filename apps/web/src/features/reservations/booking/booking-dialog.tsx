import { canBook } from '@dineward/core/members/member-questions.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { ReservationPanelProps } from '../reservation-panel.tsx'
import { availabilityQuery, holdQuery, type PickedTable } from '../reservations.queries.ts'
import type { TableChoice } from '../times/table-choice.ts'
import { useTimeLeft } from '../times/use-time-left.ts'
import { BookingActions } from './booking-actions.tsx'
import styles from './booking-dialog.module.css'
import { bookingFailureOf, type Step } from './booking-failure.ts'
import { Booked, Confirm, Failure, failureTitles, isFailureStep, TableSummary } from './booking-steps.tsx'
import { type BookingState, useBooking } from './use-booking.ts'

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
  const hold = useQuery({
    ...holdQuery(app, picked),
    enabled: open && slot !== null && canBook(member) && booking.state.kind !== 'booked',
    // A hold from an earlier pick may have expired.
    refetchOnMount: 'always',
  })
  const holdLeftMs = useTimeLeft(hold.isFetching ? null : (hold.data?.expiresAt ?? null))
  const step = stepOf({ booking: booking.state, holdError: hold.error, member, lookUp })
  const body = useFocusOnNewStep(step)
  const close = step === 'slotGone' || step === 'booked' ? onOutdated : onClose
  const isExpired = holdLeftMs === 0 || step === 'leaseExpired'
  const findHold = async () =>
    (await app.queryClient.fetchQuery(holdQuery(app, picked)).catch(() => null))?.id
  const isConfirm = step === 'confirm' || step === 'leaseExpired'
  const isSignIn = step === 'signIn' || step === 'signedOut'

  return (
    <Dialog
      open={open}
      onClose={close}
      title={copy(titleOf(step), { merchant: merchant.name })}
      size="wide"
      actions={null}
    >
      <div ref={body} tabIndex={-1} className={styles.step}>
        {slot && (isConfirm || isSignIn) ? (
          <TableSummary merchant={merchant} slot={slot} partySize={choice.partySize} />
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
        {isSignIn ? (
          <p>
            {copy('reservation.signIn.text')} {copy('reservation.signIn.return')}
          </p>
        ) : null}
        {step === 'linkCard' ? <p>{copy('reservation.linkCard.text')}</p> : null}
        {booking.state.kind === 'booked' ? <Booked reservation={booking.state.reservation} /> : null}
        {isFailureStep(step) ? (
          <Failure
            failure={step}
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
            else void booking.book(isConfirm && !isExpired ? findHold : async () => undefined)
          }}
          onClose={close}
        />
      </div>
    </Dialog>
  )
}

interface Situation {
  readonly booking: BookingState
  readonly holdError: unknown
  readonly member: ReservationPanelProps['member']
  readonly lookUp: ReturnType<typeof useSlot>
}

function stepOf({ booking, holdError, member, lookUp }: Situation): Step {
  if (booking.kind === 'booked') return 'booked'
  if (booking.kind === 'failed') return booking.failure
  if (lookUp.slot === null) return lookUp.isGone ? 'slotGone' : lookUp.hasFailed ? 'loadFailed' : 'loading'
  if (member === null) return 'signIn'
  if (!canBook(member)) return 'linkCard'
  const refused = holdError ? bookingFailureOf(holdError) : null
  // Without a hold the table can still be booked.
  return refused === null || refused === 'unconfirmed' || refused === 'general' ? 'confirm' : refused
}

function titleOf(step: Step) {
  if (step === 'booked') return 'reservation.done.title'
  if (step === 'signIn' || step === 'signedOut') return 'reservation.signIn.title'
  if (step === 'linkCard') return 'reservation.linkCard.title'
  return isFailureStep(step) ? failureTitles[step] : 'reservation.confirm.title'
}

/** It is the slot as picked: once booked, it is no longer available. */
function useSlot(merchant: Merchant, choice: TableChoice, slotId: string) {
  const query = useQuery(availabilityQuery(useApp(), merchant.id, choice))
  const found = query.data?.slots.find(slot => slot.slotId === slotId) ?? null
  const [slot, setSlot] = useState<Slot | null>(found)
  if (found && !slot) setSlot(found)
  return {
    slot,
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
