import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type BookingFailure, bookingFailureOf } from './booking-failure.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { DoneStep } from './done-step.tsx'
import { FailedStep, failureTitles, NotLookedStep } from './failed-step.tsx'
import { LinkCardStep, SignInStep } from './member-steps.tsx'
import type { ReservationPanelProps } from './reservation-panel.tsx'
import { availabilityQuery, holdQuery, type PickedTable } from './reservations.queries.ts'
import styles from './reserve-dialog.module.css'
import type { TableChoice } from './table-choice.ts'
import { type BookingState, useBooking } from './use-booking.ts'

interface ReserveDialogProps {
  readonly merchant: Merchant
  readonly member: ReservationPanelProps['member']
  readonly choice: TableChoice
  readonly slotId: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onBooked: () => void
  readonly onGone: () => void
}

type Step = 'looking' | 'notLooked' | 'signIn' | 'linkCard' | 'confirm' | 'done' | BookingFailure

/** From a time that was picked to a table that is booked, or to what stands in the way (shell §4 Reservation modal states). */
export function ReserveDialog(props: ReserveDialogProps) {
  const { merchant, member, choice, slotId, open, onClose, onBooked, onGone } = props
  const app = useApp()
  const copy = useCopy()
  const picked: PickedTable = { merchantId: merchant.id, slotId, partySize: choice.partySize }
  const { slot, isGone, lookAgain } = useSlot(merchant, choice, slotId)
  const booking = useBooking(picked, onBooked)
  const mayBook = slot !== null && member?.memberType === 'EnrolledCardMember'
  const hold = useQuery({
    ...holdQuery(app, picked),
    enabled: open && mayBook && booking.state.kind !== 'booked',
    // What was kept when it was picked before may be kept no longer.
    refetchOnMount: 'always',
  })
  const step = stepOf({ booking: booking.state, holdError: hold.error, member, slot, isGone, lookAgain })
  const body = useFocusOnNewStep(step)
  const close = step === 'slotGone' || step === 'done' ? onGone : onClose

  return (
    <Dialog
      open={open}
      onClose={close}
      title={copy(titleOf(step), { merchant: merchant.name })}
      size="wide"
      actions={null}
    >
      <div ref={body} tabIndex={-1} className={styles.step}>
        {step === 'looking' ? <Spinner label={copy('reservation.loading')} /> : null}
        {step === 'notLooked' ? <NotLookedStep onAgain={() => lookAgain?.()} onClose={close} /> : null}
        {step === 'signIn' || step === 'signedOut' ? (
          <SignInStep {...{ merchant, choice, slot, slotId, member }} />
        ) : null}
        {step === 'linkCard' ? <LinkCardStep {...{ choice, slotId }} onClose={close} /> : null}
        {slot && (step === 'confirm' || step === 'leaseExpired') ? (
          <ConfirmStep
            {...{ merchant, choice, slot, booking }}
            hold={hold.isFetching ? 'asked' : (hold.data ?? null)}
            findHold={async () =>
              (await app.queryClient.fetchQuery(holdQuery(app, picked)).catch(() => null))?.id
            }
            onClose={close}
          />
        ) : null}
        {booking.state.kind === 'booked' ? (
          <DoneStep reservation={booking.state.reservation} onClose={close} />
        ) : null}
        {isFailedStep(step) ? (
          <FailedStep
            failure={step}
            error={booking.state.kind === 'failed' ? booking.state.error : hold.error}
            onAgain={() => void booking.bookNow(async () => undefined)}
            onClose={close}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

interface Situation {
  readonly booking: BookingState
  readonly holdError: unknown
  readonly member: ReservationPanelProps['member']
  readonly slot: Slot | null
  readonly isGone: boolean
  readonly lookAgain: (() => void) | null
}

function stepOf({ booking, holdError, member, slot, isGone, lookAgain }: Situation): Step {
  if (booking.kind === 'booked') return 'done'
  if (booking.kind === 'failed') return booking.failure
  if (slot === null) return isGone ? 'slotGone' : lookAgain ? 'notLooked' : 'looking'
  if (member === null) return 'signIn'
  if (member.memberType !== 'EnrolledCardMember') return 'linkCard'
  const refused = holdError ? bookingFailureOf(holdError) : null
  // A table that cannot be kept for somebody may still be booked.
  return refused === null || refused === 'unheard' || refused === 'general' ? 'confirm' : refused
}

type FailedStepName = keyof typeof failureTitles
const isFailedStep = (step: Step): step is FailedStepName => Object.hasOwn(failureTitles, step)

function titleOf(step: Step) {
  if (isFailedStep(step)) return failureTitles[step]
  const titles = {
    looking: 'reservation.confirm.title',
    notLooked: 'reservation.confirm.title',
    signIn: 'reservation.signIn.title',
    signedOut: 'reservation.signIn.title',
    linkCard: 'reservation.linkCard.title',
    confirm: 'reservation.confirm.title',
    leaseExpired: 'reservation.confirm.title',
    done: 'reservation.done.title',
  } as const
  return titles[step]
}

/**
 * The time as it was when it was picked: once booked, it is among the free ones no more. `lookAgain` where nobody could
 * say whether it is free.
 */
function useSlot(merchant: Merchant, choice: TableChoice, slotId: string) {
  const { data, isFetching, refetch } = useQuery(availabilityQuery(useApp(), merchant.id, choice))
  const found = data?.slots.find(slot => slot.slotId === slotId) ?? null
  const [kept, setKept] = useState(found)
  if (found && !kept) setKept(found)
  const isKnown = kept !== null || isFetching
  return {
    slot: kept,
    isGone: !isKnown && data !== undefined,
    lookAgain: isKnown || data !== undefined ? null : () => void refetch(),
  }
}

/** What was pressed is gone with its step: the next one takes the focus. */
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
