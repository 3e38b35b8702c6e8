import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { bonusAmountText } from '../reservation-bonus.tsx'
import { guestsText } from '../times/table-fields.tsx'
import { clockAt, dayText } from '../times/table-time.ts'

interface CancelDialogProps {
  readonly open: boolean
  readonly reservation: Reservation | null
  readonly now: number
  readonly busy: boolean
  readonly onDismiss: () => void
  readonly onCancel: (reservation: Reservation) => void
}

export function CancelDialog({ open, reservation, now, busy, onDismiss, onCancel }: CancelDialogProps) {
  const copy = useCopy()
  const partner = usePartner()
  const { merchantName = '', startsAt = '', partySize = 2, bonus = null } = reservation ?? {}
  const when = startsAt
    ? copy('reservation.when', { day: dayText(startsAt, now), time: clockAt(startsAt) })
    : ''
  return (
    <Dialog
      open={open}
      onClose={onDismiss}
      title={copy('reservation.cancel.title', { merchant: merchantName })}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={() => reservation && onCancel(reservation)}>
            {copy('reservation.cancel')}
          </Button>
          <Button variant="quiet" onClick={onDismiss}>
            {copy('reservation.cancel.keep')}
          </Button>
        </>
      }
    >
      <p>{copy('reservation.cancel.text', { when, guests: guestsText(copy, partySize) })}</p>
      {bonus?.status === 'pending' ? (
        <p>{copy('reservation.cancel.bonus', { 'bonus amount': bonusAmountText(partner, bonus.amount) })}</p>
      ) : null}
    </Dialog>
  )
}
