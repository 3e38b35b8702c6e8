import type { getMember, Member } from '@dineward/core/members/members.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { isUnauthorized } from '../../lib/api-client.ts'

/** Who is signed in, or null. Anonymous visitors are known without asking. */
export function memberQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['member'],
    queryFn: async (): Promise<Member | null> => {
      if (!app.hasSession()) return null
      try {
        return await app.api.call<typeof getMember>('GET', '/api/Member', {})
      } catch (error) {
        if (isUnauthorized(error)) return null
        throw error
      }
    },
  })
}
