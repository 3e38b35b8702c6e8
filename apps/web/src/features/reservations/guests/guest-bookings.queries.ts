import type {
  bookAsGuest as bookAsGuestCall,
  cancelGuestBooking,
  changeGuestBooking,
  claimGuestBooking,
  getGuestBooking,
  requestGuestCode,
} from '@dineward/core/reservations/guest-bookings.contract.ts'
import type { Reservation, Slot } from '@dineward/core/reservations/reservations.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { type BotCheckAnswer, textOf } from '../../../ui/form/form-data.ts'
import { availabilityQuery } from '../reservations.queries.ts'
import type { TableChoice } from '../times/table-choice.ts'

/** Exactly one of them is there. */
export interface TypedContact {
  readonly email?: string
  readonly phoneNumber?: string
}

export async function sendGuestCode(
  app: AppContext,
  contact: TypedContact,
  answer: BotCheckAnswer,
): Promise<void> {
  await app.api.call<typeof requestGuestCode>('POST', '/api/Guests/Codes', {
    body: { ...contact, ...answer },
  })
}

export interface GuestAttempt {
  readonly key: string
  readonly body: ContractRequest<typeof bookAsGuestCall>['body']
}

export async function bookAsGuest(app: AppContext, { key, body }: GuestAttempt): Promise<Reservation> {
  const { reservation } = await app.api.call<typeof bookAsGuestCall>('POST', '/api/Guests/Reservations', {
    body,
    headers: { 'idempotency-key': key },
  })
  await app.queryClient.invalidateQueries({ queryKey: ['availability'] })
  return reservation
}

/** The link has ended, or is none. */
const noBooking: readonly string[] = ['reservation_not_found', 'validation_failed']

/** It is null where there is no booking. */
export function guestBookingQuery(app: AppContext, token: string) {
  return queryOptions({
    queryKey: ['guest-booking', token],
    queryFn: async () =>
      app.api
        .call<typeof getGuestBooking>('GET', '/api/Guests/Reservations', { query: { token } })
        .then(({ reservation }) => reservation)
        .catch((error: unknown) => {
          const isNone = error instanceof ApiError && noBooking.includes(error.code)
          if (!isNone) throw error
          return null
        }),
  })
}

/** It becomes the member's, and the link ends. */
async function claim(app: AppContext, token: string): Promise<void> {
  await app.api.call<typeof claimGuestBooking>('POST', '/api/Member/GuestReservations', { body: { token } })
  app.queryClient.removeQueries(guestBookingQuery(app, token))
  await app.queryClient.invalidateQueries({ queryKey: ['reservations'] })
}

export type GuestBookingResult =
  | { readonly times: readonly Slot[]; readonly choice: TableChoice }
  | { readonly done: 'changed' | 'canceled' }
  | { readonly claimed: true }
  | { readonly error: string }

/** The page's forms: look for times, take one of them, cancel, take it into the account. They work without script. */
export async function answerGuestBooking(
  app: AppContext,
  token: string,
  form: FormData,
): Promise<GuestBookingResult> {
  try {
    if (form.has('date')) return await timesFor(app, form)
    if (form.has('claim')) {
      await claim(app, token)
      return { claimed: true }
    }
    const isChange = form.has('slotId')
    const { reservation } = isChange
      ? await app.api.call<typeof changeGuestBooking>('PUT', '/api/Guests/Reservations', {
          body: { token, slotId: textOf(form, 'slotId'), partySize: Number(textOf(form, 'partySize')) },
        })
      : await app.api.call<typeof cancelGuestBooking>('POST', '/api/Guests/Reservations/Cancel', {
          body: { token },
        })
    app.queryClient.setQueryData(guestBookingQuery(app, token).queryKey, reservation)
    return { done: isChange ? 'changed' : 'canceled' }
  } catch (error) {
    return { error: errorText(app, error) }
  }
}

async function timesFor(app: AppContext, form: FormData): Promise<GuestBookingResult> {
  const choice = {
    date: textOf(form, 'date'),
    time: textOf(form, 'time'),
    partySize: Number(textOf(form, 'partySize')),
  }
  const { slots } = await app.queryClient.fetchQuery(
    availabilityQuery(app, textOf(form, 'merchantId'), choice),
  )
  return { times: slots, choice }
}
