import type {
  getConsoleRestaurant,
  getConsoleRestaurants,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type {
  getRestaurantBook,
  getRestaurantReservations,
} from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { toastDone } from '../../ui/dialog/toast.ts'

export type RestaurantFilters = Omit<
  NonNullable<ContractRequest<typeof getConsoleRestaurants>['query']>,
  'after'
>

export const restaurantsQuery = (filters: RestaurantFilters) =>
  infiniteQueryOptions({
    queryKey: ['restaurants', filters],
    queryFn: ({ pageParam, signal }) =>
      api<typeof getConsoleRestaurants>(
        'GET',
        '/api/Console/Restaurants',
        { query: { ...filters, after: pageParam || undefined } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })

export const restaurantQuery = (id: string) =>
  queryOptions({
    queryKey: ['restaurant', id],
    queryFn: async () =>
      (await api<typeof getConsoleRestaurant>('GET', '/api/Console/Restaurants/:id', { params: { id } }))
        .restaurant,
  })

export const bookQuery = (id: string) =>
  queryOptions({
    queryKey: ['restaurant', id, 'book'],
    queryFn: async () =>
      (await api<typeof getRestaurantBook>('GET', '/api/Console/Restaurants/:id/Book', { params: { id } }))
        .book,
  })

export const dayQuery = (id: string, date: string | undefined) =>
  queryOptions({
    queryKey: ['restaurant', id, 'day', date ?? ''],
    queryFn: () =>
      api<typeof getRestaurantReservations>('GET', '/api/Console/Restaurants/:id/Reservations', {
        params: { id },
        query: { date },
      }),
  })

/** @returns a function that takes a restaurant as a write answered with it. */
export function useChangedRestaurant() {
  const client = useQueryClient()
  return ({ restaurant }: { restaurant: Restaurant }) => {
    client.setQueryData(restaurantQuery(restaurant.id).queryKey, restaurant)
    void client.invalidateQueries({ queryKey: ['restaurants'] })
    return restaurant
  }
}

/** A write whose answer is the restaurant. */
export function useRestaurantWrite<Input>(
  write: (input: Input) => Promise<{ restaurant: Restaurant }>,
  done: string,
) {
  const take = useChangedRestaurant()
  return useMutation({
    mutationFn: write,
    onSuccess: answer => {
      take(answer)
      toastDone(done)
    },
  })
}
