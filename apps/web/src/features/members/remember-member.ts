import type { Member } from '@dineward/core/members/members.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { memberQuery } from './members.queries.ts'

/** Somebody signed in, or out: what was asked for as somebody else is forgotten. */
export function rememberMember(app: AppContext, member: Member | null): void {
  const { queryKey } = memberQuery(app)
  app.queryClient.removeQueries({ predicate: query => query.queryKey[0] !== queryKey[0] })
  app.queryClient.setQueryData(queryKey, member)
}
