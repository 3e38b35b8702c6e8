import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { Alert } from '@mantine/core'
import { formatTime } from '../../lib/format.ts'
import { Difference } from '../../ui/difference.tsx'

/** What someone else did to the member since this was opened. */
export function MemberConflict({ seen, now }: { seen: ConsoleMember; now: ConsoleMember }) {
  return (
    <Alert color="orange" title="Someone else changed this meanwhile" role="alert">
      <Difference before={memberInWords(seen)} after={memberInWords(now)} labels={['As you saw it', 'Now']} />
    </Alert>
  )
}

export const memberInWords = ({ email, emailChange, bookingBannedAt, erasureDueAt }: ConsoleMember) => ({
  'Email address': email,
  'New address that waits': emailChange
    ? `${emailChange.email}, until ${formatTime(emailChange.until)}`
    : 'None',
  'Booking tables': bookingBannedAt ? `Kept from it since ${formatTime(bookingBannedAt)}` : 'Allowed',
  Erasure: erasureDueAt ? `On ${formatTime(erasureDueAt)}` : 'None',
})
