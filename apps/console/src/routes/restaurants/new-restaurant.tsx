import { NewRestaurant } from '../../features/restaurants/new-restaurant.tsx'
import { useProgramsWith } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty } from '../../ui/states.tsx'

export function Component() {
  const programs = useProgramsWith('merchants.change')
  return (
    <Page
      title="New restaurant"
      intro="Kept in this browser until you add it."
      parents={[{ to: '/restaurants', label: 'Restaurants' }]}
    >
      {programs.length === 0 ? (
        <Empty title="Your role does not add restaurants">Ask an administrator of your program.</Empty>
      ) : (
        <NewRestaurant programs={programs} />
      )}
    </Page>
  )
}
