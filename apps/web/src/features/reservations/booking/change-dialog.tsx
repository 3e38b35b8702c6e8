import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Reservation, Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { slotIdOf } from '@dineward/core/reservations/slot-id.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bonusAmountText } from '../reservation-bonus.tsx'
import { availabilityQuery, changeReservation } from '../reservations.queries.ts'
import { type TableChoice, tableOf } from '../times/table-choice.ts'
import { guestsText, TableFields } from '../times/table-fields.tsx'
import { clockAt, dayText } from '../times/table-time.ts'
import { TableTimes } from '../times/table-times.tsx'
import styles from './change-dialog.module.css'
import { RequestForm, requestsOf } from './request-fields.tsx'

interface ChangeDialogProps {
  readonly open: boolean
  readonly reservation: Reservation
  readonly now: number
  readonly onDismiss: () => void
  readonly onChanged: () => void
}

/** The booking stays as it is until the last press. */
export function ChangeDialog({ open, reservation, now, onDismiss, onChanged }: ChangeDialogProps) {
  const copy = useCopy()
  const app = useApp()
  const { merchantName, startsAt, partySize } = reservation
  const [choice, setChoice] = useState<TableChoice>({
    date: startsAt.slice(0, 10),
    time: startsAt.slice(11, 16),
    partySize,
  })
  const [edition, setEdition] = useState(0)
  const requests = useRef<HTMLFormElement>(null)
  const [slotId, setSlotId] = useState<string | null>(slotIdOf(new Date(startsAt)))
  const times = useQuery({
    ...availabilityQuery(app, reservation.merchantId, choice, reservation.id),
    enabled: open,
  })
  const slot = times.data?.slots.find(one => one.slotId === slotId) ?? null
  const change = useMutation({
    mutationFn: (picked: string) =>
      changeReservation(app, reservation.id, {
        slotId: picked,
        partySize: choice.partySize,
        ...requestsOf(requests.current),
      }),
    onSuccess: onChanged,
    meta: { onFailure: () => void times.refetch() },
  })
  const today = localDateAt(reservation.timezone, new Date(now))
  function ask(next: TableChoice) {
    setSlotId(null)
    change.reset()
    setChoice(next)
  }
  return (
    <Dialog
      open={open}
      onClose={onDismiss}
      title={copy('reservation.change.title', { merchant: merchantName })}
      size="wide"
      actions={
        <>
          {slot ? (
            <Button busy={change.isPending} onClick={() => change.mutate(slot.slotId)}>
              {copy('reservation.change.confirm')}
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onDismiss}>
            {copy('reservation.change.keep')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={event => event.preventDefault()}
        onChange={event => {
          const asked = tableOf(new FormData(event.currentTarget), today)
          if (asked) ask(asked)
        }}
      >
        <p>{copy('reservation.change.now', { table: tableText(copy, { startsAt, partySize, now }) })}</p>
        <TableFields key={edition} merchant={anyHours} today={today} choice={choice} dateError={undefined} />
        <TableTimes
          merchant={{ ...anyHours, id: reservation.merchantId, ...phoneOf(reservation) }}
          today={today}
          choice={choice}
          isAsked={false}
          reservationId={reservation.id}
          onPick={setSlotId}
          onTry={next => {
            setEdition(edition + 1)
            ask(next)
          }}
        />
      </form>
      <RequestForm ref={requests} requests={reservation} />
      {slot ? <NewTable reservation={reservation} slot={slot} choice={choice} now={now} /> : null}
      {change.isError ? (
        <Notice kind="danger" role="alert">
          <p>{errorText(app, change.error)}</p>
        </Notice>
      ) : null}
    </Dialog>
  )
}

/** The list of reservations does not know opening hours, so each half hour of the day can be chosen. */
const anyHours = { hours: {}, maximumPartySize: null } satisfies Partial<Merchant>

const phoneOf = ({ phone }: Reservation) => ({ phone, phoneToDial: phone.replace(/[^+\d]/g, '') })

interface NewTableProps extends Pick<ChangeDialogProps, 'reservation' | 'now'> {
  readonly slot: Slot
  readonly choice: TableChoice
}

function NewTable({ reservation: { bonus }, slot, choice: { partySize }, now }: NewTableProps) {
  const copy = useCopy()
  const partner = usePartner()
  const isLost = bonus?.status === 'pending' && slot.bonus === null
  return (
    <div role="status" className={styles.picked}>
      <p>
        <strong>
          {copy('reservation.change.new', {
            table: tableText(copy, { startsAt: slot.startsAt, partySize, now }),
          })}
        </strong>
      </p>
      {isLost ? (
        <p>
          {copy('reservation.change.bonusLost', { 'bonus amount': bonusAmountText(partner, bonus.amount) })}
        </p>
      ) : null}
    </div>
  )
}

function tableText(
  copy: ReturnType<typeof useCopy>,
  { startsAt, partySize, now }: { startsAt: string; partySize: number; now: number },
): string {
  const when = copy('reservation.when', { day: dayText(startsAt, now), time: clockAt(startsAt) })
  return `${when}, ${guestsText(copy, partySize)}`
}
