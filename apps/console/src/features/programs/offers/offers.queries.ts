import type {
  ConsoleOffer,
  getConsoleOffer,
  getConsoleOffers,
  postConsoleOffer,
  postConsoleOfferEnd,
  putConsoleOffer,
} from '@dineward/core/console-programs/offers.contract.ts'
import type { getConsoleRestaurants } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { postConsoleMemberSearch } from '@dineward/core/console-support/members.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { readPages } from '../../../lib/read.ts'
import { programsChanged } from '../programs.queries.ts'

export type OfferFilters = Omit<NonNullable<ContractRequest<typeof getConsoleOffers>['query']>, 'after'>

export const offersQuery = (slug: string, query: OfferFilters) =>
  readPages<typeof getConsoleOffers>(
    ['programs', slug, 'offers', query],
    '/api/Console/Programs/:slug/Offers',
    { params: { slug }, query },
    ({ next }) => next,
  )

export const offerQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['programs', slug, 'offer', id],
    queryFn: async () => {
      const path = '/api/Console/Programs/:slug/Offers/:id'
      return (await api<typeof getConsoleOffer>('GET', path, { params: { slug, id } })).offer
    },
  })

export interface OfferWrite {
  readonly id: string
  /** It is null for a new one. */
  readonly version: string | null
  readonly definition: OfferDefinition
  readonly reason: string
}

export async function saveOffer(slug: string, write: OfferWrite): Promise<ConsoleOffer> {
  const { id, version, definition, reason } = write
  const { offer } =
    version === null
      ? await api<typeof postConsoleOffer>('POST', '/api/Console/Programs/:slug/Offers', {
          params: { slug },
          body: { id, definition, reason },
        })
      : await api<typeof putConsoleOffer>('PUT', '/api/Console/Programs/:slug/Offers/:id', {
          params: { slug, id },
          body: { definition, version, reason },
        })
  await wasWritten(slug, offer)
  return offer
}

/** @returns null: withdrawn, as it had not begun */
export async function endOffer(
  slug: string,
  { id, version }: Pick<ConsoleOffer, 'id' | 'version'>,
  reason: string,
): Promise<ConsoleOffer | null> {
  const path = '/api/Console/Programs/:slug/Offers/:id/End'
  const { offer } = await api<typeof postConsoleOfferEnd>('POST', path, {
    params: { slug, id },
    body: { version, reason },
  })
  if (offer) await wasWritten(slug, offer)
  else void queryClient.invalidateQueries({ queryKey: ['programs', slug, 'offers'] })
  return offer
}

async function wasWritten(slug: string, offer: ConsoleOffer): Promise<void> {
  queryClient.setQueryData(offerQuery(slug, offer.id).queryKey, offer)
  await programsChanged()
}

/** At most 200, by name. */
export const foundRestaurantsQuery = (slug: string, words: string) =>
  queryOptions({
    queryKey: ['restaurants', 'of', slug, words],
    queryFn: async ({ signal }) => {
      const query = { partner: slug, query: words || undefined }
      const path = '/api/Console/Restaurants'
      const { restaurants } = await api<typeof getConsoleRestaurants>('GET', path, { query }, { signal })
      return restaurants.map(({ id, name, city }) => ({ value: id, label: `${name}, ${city}` }))
    },
  })

export const foundMembersQuery = (slug: string, words: string) =>
  queryOptions({
    queryKey: ['members', 'of', slug, words],
    queryFn: async ({ signal }) => {
      const { items } = await api<typeof postConsoleMemberSearch>(
        'POST',
        '/api/Console/Members/Search',
        { body: { query: words, partner: slug } },
        { signal },
      )
      return items.map(({ id, name, memberNumber, email }) => ({
        value: id,
        label: `${name}, ${memberNumber ?? email}`,
      }))
    },
    enabled: words.trim().length > 1,
  })
