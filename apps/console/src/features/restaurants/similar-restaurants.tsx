import type { getSimilarRestaurants } from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { Alert, Anchor, List } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'

/** Those that the new one may be. Nothing without any. */
export function SimilarRestaurants({ facts: { name, street, zipCode } }: { facts: MerchantFacts }) {
  const [asked] = useDebouncedValue({ name, street, zipCode }, 400)
  const query = useQuery({
    queryKey: ['restaurants', 'similar', asked],
    queryFn: () =>
      api<typeof getSimilarRestaurants>('GET', '/api/Console/SimilarRestaurants', { query: { ...asked } }),
    enabled: asked.name.trim().length > 2,
  })
  const found = query.data?.restaurants ?? []
  if (found.length === 0) return null
  return (
    <Alert color="orange" title="Is it one of these?" role="status">
      <List>
        {found.map(one => (
          <List.Item key={one.id}>
            <Anchor component={Link} to={`/restaurants/${encodeURIComponent(one.id)}?tab=terms`}>
              {one.name}
            </Anchor>
            , {one.street}, {one.city}, {one.state} {one.zipCode}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
