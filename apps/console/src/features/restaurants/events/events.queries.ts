import type {
  getRestaurantEvents,
  postRestaurantEventRemoval,
  postRestaurantOfferRemoval,
  putRestaurantEvent,
  putRestaurantOffer,
  StoredEvent,
  StoredOffer,
} from '@dineward/core/console-restaurants/restaurant-events.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { read } from '../../../lib/read.ts'

type Answer = ContractResponse<typeof getRestaurantEvents>

export const eventsQuery = (id: string) =>
  read<typeof getRestaurantEvents>(['restaurant', id, 'events'], '/api/Console/Restaurants/:id/Events', {
    params: { id },
  })

/** What is listed is what the answer says; after a refusal it is read again. */
async function take(id: string, answer: Promise<Answer>): Promise<Answer> {
  const { queryKey } = eventsQuery(id)
  try {
    const taken = await answer
    queryClient.setQueryData(queryKey, taken)
    return taken
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey })
    throw error
  }
}

type NewVersion<T extends { version: string }> = Omit<T, 'version'> & { readonly version: string | null }

export const saveEvent = (id: string, { id: itemId, version, event }: NewVersion<StoredEvent>) =>
  take(
    id,
    api<typeof putRestaurantEvent>('PUT', '/api/Console/Restaurants/:id/Events/:itemId', {
      params: { id, itemId },
      body: { version, event },
    }),
  )

export const removeEvent = (id: string, { id: itemId, version }: StoredEvent) =>
  take(
    id,
    api<typeof postRestaurantEventRemoval>('POST', '/api/Console/Restaurants/:id/Events/:itemId/Remove', {
      params: { id, itemId },
      body: { version },
    }),
  )

export const saveOffer = (id: string, { id: itemId, ...body }: NewVersion<StoredOffer>) =>
  take(
    id,
    api<typeof putRestaurantOffer>('PUT', '/api/Console/Restaurants/:id/Offers/:itemId', {
      params: { id, itemId },
      body,
    }),
  )

export const removeOffer = (id: string, { id: itemId, partner, version }: StoredOffer) =>
  take(
    id,
    api<typeof postRestaurantOfferRemoval>('POST', '/api/Console/Restaurants/:id/Offers/:itemId/Remove', {
      params: { id, itemId },
      body: { partner, version },
    }),
  )
