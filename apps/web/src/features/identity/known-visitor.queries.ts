import type { getKnownMember } from '@dineward/core/identity/activation.contract.ts'
import type { KnownVisitor } from '@dineward/core/identity/activation.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

/** Failures give the state `error` (shell §7). */
export function knownVisitorQuery(app: AppContext, publicId: string | null) {
  return queryOptions({
    queryKey: ['known-visitor', publicId],
    queryFn: async (): Promise<KnownVisitor> => {
      if (!publicId) return { state: 'none' }
      try {
        const member = await app.api.call<typeof getKnownMember>('GET', '/api/Member/:publicId', {
          params: { publicId },
        })
        return { state: 'known', member: { ...member, publicId } }
      } catch {
        return { state: 'error' }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
