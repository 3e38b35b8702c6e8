import type {
  createTableAlert,
  deleteTableAlert,
  getTableAlerts,
  joinWaitlist,
  TableAlert,
} from '@dineward/core/reservations/table-alerts.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'

export function tableAlertsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['table-alerts'],
    queryFn: async () =>
      (await app.api.call<typeof getTableAlerts>('GET', '/api/Member/TableAlerts', {})).items,
    staleTime: 15_000,
  })
}

export interface AlertWish {
  readonly merchantId: string
  readonly date: string
  readonly from: string
  readonly to: string
  readonly partySize: number
}

export async function askForAlert(app: AppContext, body: AlertWish): Promise<TableAlert> {
  const { alert } = await app.api.call<typeof createTableAlert>('POST', '/api/Member/TableAlerts', { body })
  await app.queryClient.invalidateQueries({ queryKey: tableAlertsQuery(app).queryKey })
  return alert
}

export async function waitTonight(
  app: AppContext,
  { merchantId, partySize }: Pick<AlertWish, 'merchantId' | 'partySize'>,
): Promise<TableAlert> {
  const { alert } = await app.api.call<typeof joinWaitlist>('POST', '/api/Member/Waitlist', {
    body: { merchantId, partySize },
  })
  await app.queryClient.invalidateQueries({ queryKey: tableAlertsQuery(app).queryKey })
  return alert
}

export async function endAlert(app: AppContext, id: string): Promise<void> {
  await app.api.call<typeof deleteTableAlert>('DELETE', '/api/Member/TableAlerts', { query: { id } })
  await app.queryClient.invalidateQueries({ queryKey: tableAlertsQuery(app).queryKey })
}
