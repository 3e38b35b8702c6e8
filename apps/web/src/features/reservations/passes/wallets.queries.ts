import type {
  getMembershipPassLink,
  getReservationPassLink,
  getWallets,
} from '@dineward/core/passes/passes.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'

/** What the program can sign does not change while a page is open. */
export function walletsQuery(app: Pick<AppContext, 'api'>) {
  return queryOptions({
    queryKey: ['wallets'],
    queryFn: () => app.api.call<typeof getWallets>('GET', '/api/Member/Wallets', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Null is the membership. */
export function applePassAddress(reservationId: string | null): string {
  return reservationId === null
    ? '/api/Member/Passes/Membership.pkpass'
    : `/api/Member/Reservations/${encodeURIComponent(reservationId)}/Pass.pkpass`
}

export async function googlePassLink(
  { api }: Pick<AppContext, 'api'>,
  reservationId: string | null,
): Promise<string> {
  const { url } =
    reservationId === null
      ? await api.call<typeof getMembershipPassLink>('GET', '/api/Member/Passes/Membership/Link', {})
      : await api.call<typeof getReservationPassLink>(
          'GET',
          '/api/Member/Reservations/:reservationId/PassLink',
          { params: { reservationId } },
        )
  return url
}
