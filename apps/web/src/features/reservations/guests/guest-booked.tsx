import { canSelfEnroll, showsEarnRate } from '@dineward/core/partner/partner-questions.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { joinPath } from '../../../lib/navigation/join-path.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { clockAt, dayText, inOneLine } from '../times/table-time.ts'
import { useNow } from '../times/use-time-left.ts'
import styles from './guest-booking.module.css'

export function GuestBooked({ reservation }: { readonly reservation: Reservation }) {
  const copy = useCopy()
  const { startsAt, partySize, confirmationCode } = reservation
  const time = copy('reservation.when', {
    day: dayText(startsAt, useNow()),
    time: inOneLine(clockAt(startsAt)),
  })
  return (
    <>
      <p>{copy('guest.done.text', { time, count: String(partySize) })}</p>
      <p className={styles.code}>
        <span>{copy('reservation.done.code')}</span>
        <span className={styles.letters}>{confirmationCode}</span>
      </p>
      <p>{copy('guest.done.link')}</p>
      <JoinHint />
    </>
  )
}

/** A guest earns nothing, and hears what an account would have earned. With the link open, a member can take the table over. */
export function JoinHint({ hasLink = false }: { readonly hasLink?: boolean }) {
  const copy = useCopy()
  const partner = usePartner()
  const join = joinPath(partner, null)
  if (join === null || !canSelfEnroll(partner) || !showsEarnRate(partner)) return null
  return (
    <p>
      {copy('guest.join')} <AppLink to={join}>{copy('guest.join.action')}</AppLink>
      {hasLink ? ` ${copy('guest.claim.signIn')}` : null}
    </p>
  )
}
