import type { deleteSessions, getSessions } from '@dineward/core/identity/sessions.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'

export function sessionsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async () => (await app.api.call<typeof getSessions>('GET', '/api/Member/Sessions', {})).items,
  })
}

export async function endSessions(app: AppContext, which: 'others' | { id: string }): Promise<void> {
  const query = which === 'others' ? ({ others: 'true' } as const) : which
  await app.api.call<typeof deleteSessions>('DELETE', '/api/Member/Sessions', { query })
  await app.queryClient.invalidateQueries({ queryKey: sessionsQuery(app).queryKey })
}
