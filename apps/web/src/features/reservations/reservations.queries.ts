import type {
  bookTable as bookTableContract,
  cancelReservation,
  changeReservation as changeReservationContract,
  getAvailability,
  getReservations,
  getTimesToChange,
  holdTable,
  Reservation,
} from '@dineward/core/reservations/reservations.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import type { TableChoice } from './times/table-choice.ts'

/** Availability changes often. */
const freshMs = 15_000

export function availabilityQuery(
  app: AppContext,
  merchantId: string,
  choice: TableChoice,
  reservationId?: string,
) {
  const { date, time, partySize } = choice
  return queryOptions({
    queryKey: ['availability', merchantId, date, time, partySize, reservationId],
    queryFn: () => {
      const query = { date, time, partySize: String(partySize) }
      return reservationId === undefined
        ? app.api.call<typeof getAvailability>('GET', '/api/v2/Merchants/:merchantId/Availability', {
            params: { merchantId },
            query,
          })
        : app.api.call<typeof getTimesToChange>(
            'GET',
            '/api/Member/Reservations/:reservationId/Availability',
            { params: { reservationId }, query },
          )
    },
    staleTime: freshMs,
  })
}

export interface PickedTable {
  readonly merchantId: string
  readonly slotId: string
  readonly partySize: number
}

/** It is not cached: each dialog makes its own hold. */
export function holdQuery(app: AppContext, { merchantId, slotId, partySize }: PickedTable) {
  return queryOptions({
    queryKey: ['hold', merchantId, slotId, partySize],
    queryFn: async () =>
      (
        await app.api.call<typeof holdTable>('POST', '/api/Member/Reservations/Holds', {
          body: { merchantId, slotId, partySize },
        })
      ).hold,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** What the restaurant is told beside the table. */
export type TableRequests = Pick<Reservation, 'occasion' | 'notes' | 'allergies'>

/** Retries send the same key. */
export interface Attempt {
  readonly key: string
  readonly body: PickedTable & TableRequests & { readonly holdId?: string }
}

export async function bookTable(app: AppContext, { key, body }: Attempt): Promise<Reservation> {
  const { reservation } = await app.api.call<typeof bookTableContract>('POST', '/api/Member/Reservations', {
    body,
    headers: { 'idempotency-key': key },
  })
  await Promise.all([
    app.queryClient.invalidateQueries({ queryKey: ['availability'] }),
    app.queryClient.invalidateQueries({ queryKey: reservationsQuery(app).queryKey }),
  ])
  return reservation
}

export function reservationsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['reservations'],
    queryFn: async () =>
      (await app.api.call<typeof getReservations>('GET', '/api/Member/Reservations', {})).items,
    staleTime: freshMs,
  })
}

export async function changeReservation(
  app: AppContext,
  reservationId: string,
  body: Pick<PickedTable, 'slotId' | 'partySize'> & TableRequests,
): Promise<Reservation> {
  const { reservation } = await app.api.call<typeof changeReservationContract>(
    'PUT',
    '/api/Member/Reservations/:reservationId',
    { params: { reservationId }, body },
  )
  await Promise.all([
    app.queryClient.invalidateQueries({ queryKey: ['availability'] }),
    app.queryClient.invalidateQueries({ queryKey: reservationsQuery(app).queryKey }),
  ])
  return reservation
}

export async function cancel(app: AppContext, reservationId: string): Promise<void> {
  const { reservation } = await app.api.call<typeof cancelReservation>(
    'DELETE',
    '/api/Member/Reservations/:reservationId',
    { params: { reservationId } },
  )
  app.queryClient.setQueryData(reservationsQuery(app).queryKey, (items = []) =>
    items.map(item => (item.id === reservation.id ? reservation : item)),
  )
  await app.queryClient.invalidateQueries({ queryKey: ['availability'] })
}
