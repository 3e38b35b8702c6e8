import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { RestaurantList } from '../../features/restaurants/restaurant-list.tsx'
import { useMay } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'

export function Component() {
  const mayAdd = useMay('merchants.change')
  return (
    <Page
      title="Restaurants"
      actions={
        mayAdd && (
          <Button component={Link} to="/restaurants/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New restaurant
          </Button>
        )
      }
    >
      <RestaurantList />
    </Page>
  )
}
