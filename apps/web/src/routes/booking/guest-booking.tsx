import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLocation,
  useRouteError,
} from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { NotFoundMessage } from '../../features/layout/messages/not-found-message.tsx'
import { ServerError } from '../../features/layout/messages/server-error.tsx'
import { JoinHint } from '../../features/reservations/guests/guest-booked.tsx'
import { ClaimForm, GuestBookingForms } from '../../features/reservations/guests/guest-booking-forms.tsx'
import {
  answerGuestBooking,
  type GuestBookingResult,
  guestBookingQuery,
} from '../../features/reservations/guests/guest-bookings.queries.ts'
import { guestsText } from '../../features/reservations/times/table-fields.tsx'
import { clockAt, dayText } from '../../features/reservations/times/table-time.ts'
import { useNow } from '../../features/reservations/times/use-time-left.ts'
import { useSecretAddress } from '../../lib/navigation/use-secret-address.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'

const tokenIn = (search: string) => new URLSearchParams(search).get('token') ?? ''

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const token = tokenIn(new URL(args.request.url).search)
  await Promise.all([assertBooking(app, token), app.queryClient.ensureQueryData(memberQuery(app))])
  return null
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const token = tokenIn(new URL(args.request.url).search)
  const result = await answerGuestBooking(app, token, await args.request.formData())
  if ('claimed' in result) return redirect('/account/reservations')
  return data(result, { status: 'error' in result ? 400 : 200 })
}

/** @throws a 404 for a link that has ended, or is none. */
async function assertBooking(app: AppContext, token: string): Promise<void> {
  const isThere = token !== '' && (await app.queryClient.ensureQueryData(guestBookingQuery(app, token)))
  if (!isThere) throw data(null, { status: 404 })
}

/** A mailed or texted link leads here. It is the guest's way to the booking, until the meal is over. */
export function Component() {
  useSecretAddress()
  const copy = useCopy()
  const now = useNow()
  const result = useActionData() as GuestBookingResult | undefined
  const token = tokenIn(useLocation().search)
  const { data: reservation = null } = useQuery({ ...guestBookingQuery(useApp(), token), enabled: false })
  const { data: member = null } = useQuery(memberQuery(useApp()))
  if (reservation === null) return null
  const { merchantName, startsAt, partySize, status, confirmationCode, address, isChangeable } = reservation
  const when = copy('reservation.when', { day: dayText(startsAt, now), time: clockAt(startsAt) })
  const isBooked = status === 'booked'
  return (
    <PlainPage
      documentTitle={copy('guest.page.title')}
      title={
        isBooked
          ? copy('reservation.confirm.title', { merchant: merchantName })
          : copy('guest.canceled.title')
      }
      text={`${when}, ${guestsText(copy, partySize)}. ${address}`}
    >
      {result && 'error' in result ? (
        <Notice kind="danger" role="alert">
          <p>{result.error}</p>
        </Notice>
      ) : null}
      {result && 'done' in result ? (
        <Notice kind="done" role="status">
          <p>{copy(`guest.done.${result.done}`)}</p>
        </Notice>
      ) : null}
      {isBooked ? (
        <p>
          {copy('reservation.done.code')}: <strong>{confirmationCode}</strong>
        </p>
      ) : null}
      {isBooked && isChangeable ? (
        <GuestBookingForms key={startsAt} reservation={reservation} result={result} />
      ) : null}
      {isBooked && !isChangeable ? <p>{copy('guest.late')}</p> : null}
      {isBooked && member ? <ClaimForm /> : null}
      {isBooked && !member ? <JoinHint hasLink /> : null}
    </PlainPage>
  )
}

export function ErrorBoundary() {
  const copy = useCopy()
  const error = useRouteError() as { readonly status?: number } | null
  if (error?.status !== 404) return <ServerError error={error} />
  return <NotFoundMessage title={copy('guest.gone.title')} text={copy('guest.gone.text')} />
}
