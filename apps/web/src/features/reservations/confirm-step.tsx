import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CancelTerms } from './cancel-terms.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { StepActions } from './step-actions.tsx'
import type { TableChoice } from './table-choice.ts'
import { TableSummary } from './table-summary.tsx'
import type { useBooking } from './use-booking.ts'
import { useTimeLeft } from './use-time-left.ts'

interface ConfirmStepProps {
  readonly merchant: Merchant
  readonly choice: TableChoice
  readonly slot: Slot
  readonly booking: ReturnType<typeof useBooking>
  /** `asked`: not known yet. Null: it cannot be kept, but perhaps booked. */
  readonly hold: { readonly expiresAt: string } | 'asked' | null
  /** The id of the hold once it is known. */
  readonly findHold: () => Promise<string | undefined>
  readonly onClose: () => void
}

/** The table once more in full, kept meanwhile, and the button that books it. */
export function ConfirmStep({ merchant, choice, slot, booking, hold, findHold, onClose }: ConfirmStepProps) {
  const copy = useCopy()
  const left = useTimeLeft(hold === null || hold === 'asked' ? null : hold.expiresAt)
  const { state } = booking
  const isOver = left === 0 || (state.kind === 'failed' && state.failure === 'leaseExpired')
  const busy = state.kind === 'booking'
  return (
    <>
      <TableSummary merchant={merchant} slot={slot} partySize={choice.partySize} />
      <CancelTerms merchant={merchant} startsAt={slot.startsAt} />
      {isOver ? (
        <Notice kind="warn" role="status" icon="clock">
          <p>{copy('reservation.hold.over')}</p>
        </Notice>
      ) : hold === 'asked' ? (
        <Skeleton length="middle" />
      ) : left === null ? null : (
        <HoldCountdown leftMs={left} />
      )}
      {state.kind === 'booking' && state.again ? (
        <Notice kind="warn" role="status">
          <p>{copy('reservation.bookingAgain')}</p>
        </Notice>
      ) : null}
      <StepActions>
        <Button
          size="large"
          busy={busy}
          onClick={() => void booking.bookNow(isOver ? async () => undefined : findHold)}
        >
          {copy(busy ? 'reservation.booking' : 'reservation.confirm')}
        </Button>
        <Button variant="quiet" size="large" onClick={onClose}>
          {copy('reservation.later')}
        </Button>
      </StepActions>
    </>
  )
}
