import type { getMember, Member } from '@dineward/core/members/members.contract.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { isUnauthorized } from '../../lib/api/api-client.ts'
import { useApp } from '../../partner/partner-context.tsx'

/** It is null without a session; without a session cookie no request is made. */
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

export function useMember(): Member | null {
  return useQuery(memberQuery(useApp())).data ?? null
}

/** Set who is signed in, and remove what was fetched for another visitor. */
export function rememberMember(app: AppContext, member: Member | null): void {
  const { queryKey } = memberQuery(app)
  app.api.token.forget()
  app.queryClient.removeQueries({ predicate: query => query.queryKey[0] !== queryKey[0] })
  app.queryClient.setQueryData(queryKey, member)
}
