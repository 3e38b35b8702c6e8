import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { Form, useNavigation } from 'react-router'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { TableFields } from '../times/table-fields.tsx'
import { clockAt } from '../times/table-time.ts'
import { useNow } from '../times/use-time-left.ts'
import styles from './guest-booking.module.css'
import type { GuestBookingResult } from './guest-bookings.queries.ts'

interface GuestBookingFormsProps {
  readonly reservation: Reservation
  readonly result: GuestBookingResult | undefined
}

/** Each is a form of its own, so that they work without script. They post to the page's address, which has the token. */
export function GuestBookingForms({ reservation, result }: GuestBookingFormsProps) {
  const copy = useCopy()
  const now = useNow()
  const busy = useNavigation().formMethod === 'POST'
  const { merchantId, startsAt, partySize, timezone } = reservation
  const times = result && 'times' in result ? result : null
  const choice = times?.choice ?? { date: startsAt.slice(0, 10), time: startsAt.slice(11, 16), partySize }
  return (
    <>
      <Form method="post" className={styles.form}>
        <input type="hidden" name="merchantId" value={merchantId} />
        <TableFields
          merchant={{ hours: {}, maximumPartySize: null }}
          today={localDateAt(timezone, new Date(now))}
          choice={choice}
          dateError={undefined}
        />
        <Button type="submit" variant="quiet" wide busy={busy}>
          {copy('reservation.find')}
        </Button>
      </Form>
      {times ? (
        <Form method="post" className={styles.form}>
          <input type="hidden" name="partySize" value={choice.partySize} />
          <p role="status">{copy(times.times.length > 0 ? 'guest.change.text' : 'reservation.none')}</p>
          <div className={styles.times}>
            {times.times.map(({ slotId, startsAt: start }) => (
              <Button key={slotId} type="submit" name="slotId" value={slotId} variant="quiet" busy={busy}>
                {clockAt(start)}
              </Button>
            ))}
          </div>
        </Form>
      ) : null}
      <details className={styles.cancel}>
        <summary>{copy('reservation.cancel')}</summary>
        <Form method="post" className={styles.form}>
          <p>{copy('guest.cancel.text')}</p>
          <Button type="submit" variant="danger" wide busy={busy}>
            {copy('guest.cancel.confirm')}
          </Button>
        </Form>
      </details>
    </>
  )
}

/** A member who opens the link has proved that the table is theirs. */
export function ClaimForm() {
  const copy = useCopy()
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className={styles.form}>
      <p>{copy('guest.claim.text')}</p>
      <Button type="submit" name="claim" value="1" variant="quiet" wide busy={busy}>
        {copy('guest.claim')}
      </Button>
    </Form>
  )
}
