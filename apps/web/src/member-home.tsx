import { earnsRewards, takesReservations } from '@dineward/core/partner/partner-questions.ts'
import type { AppContext } from './app-context.ts'
import { dineSummaryQuery } from './features/activity/activity.queries.ts'
import { HomeBalance } from './features/activity/home-balance.tsx'
import { LazyFavoriteButton } from './features/favorites/lazy-favorite-button.tsx'
import { MerchantCard } from './features/merchants/list/merchant-card.tsx'
import { MerchantList } from './features/merchants/list/merchant-list.tsx'
import { PickList } from './features/picks/pick-list.tsx'
import { picksQuery } from './features/picks/picks.queries.ts'
import { NextTable } from './features/reservations/next-table.tsx'
import { reservationsQuery } from './features/reservations/reservations.queries.ts'
import styles from './member-home.module.css'
import { usePartner } from './partner/partner-context.tsx'

/** A part whose call fails says so itself. */
export async function primeMemberHome(app: AppContext): Promise<void> {
  const { partner, queryClient } = app
  await Promise.all([
    queryClient.prefetchQuery(picksQuery(app)),
    earnsRewards(partner) ? queryClient.prefetchQuery(dineSummaryQuery(app)) : null,
    takesReservations(partner) ? queryClient.prefetchQuery(reservationsQuery(app)) : null,
  ])
}

/** What home has for a member: their number, their next table, and restaurants picked for them. */
export function MemberHome() {
  const partner = usePartner()
  return (
    <div className={`width-content ${styles.mine}`}>
      <div className={styles.now}>
        {earnsRewards(partner) ? <HomeBalance /> : null}
        {takesReservations(partner) ? <NextTable /> : null}
      </div>
      <PickList List={PickedMerchants} />
    </div>
  )
}

const PickedMerchants: Parameters<typeof PickList>[0]['List'] = props => (
  <MerchantList {...props} Card={MerchantCard} leaf FavoriteButton={LazyFavoriteButton} />
)
