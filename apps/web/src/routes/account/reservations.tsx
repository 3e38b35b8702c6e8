import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { AlertList } from '../../features/reservations/alerts/alert-list.tsx'
import { tableAlertsQuery } from '../../features/reservations/alerts/table-alerts.queries.ts'
import { walletsQuery } from '../../features/reservations/passes/wallets.queries.ts'
import { ReservationList } from '../../features/reservations/reservation-list.tsx'
import { reservationsQuery } from '../../features/reservations/reservations.queries.ts'
import { ReservationsEmpty } from '../../features/reservations/reservations-empty.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(reservationsQuery(app)),
    app.queryClient.ensureQueryData(tableAlertsQuery(app)),
    app.queryClient.prefetchQuery(walletsQuery(app)),
  ])
}

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const { data: reservations, dataUpdatedAt } = useSuspenseQuery(reservationsQuery(app))
  const { data: alerts } = useSuspenseQuery(tableAlertsQuery(app))
  return (
    <div className={styles.page}>
      <PageHead title={copy('reservation.mine.title')} index={false} />
      <h1>{copy('reservation.mine.title')}</h1>
      <AlertList alerts={alerts} now={dataUpdatedAt + app.clockShiftMs} />
      {reservations.length === 0 ? (
        <ReservationsEmpty />
      ) : (
        <ReservationList reservations={reservations} now={dataUpdatedAt + app.clockShiftMs} />
      )}
    </div>
  )
}
