import { activationOf } from '@dineward/core/members/known-visitor.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { knownVisitorQuery } from '../features/members/known-visitor.queries.ts'
import { useApp } from '../partner/partner-context.tsx'
import { ActivateCall } from './home-sections.tsx'

/** For who came with an id and has not activated (shell §6). The link carries the id that the cookie holds. */
export function KnownVisitorCall({ publicId }: { readonly publicId: string }) {
  const { data: visitor } = useQuery(knownVisitorQuery(useApp(), publicId))
  if (visitor?.state !== 'known' || activationOf(visitor.member) !== 'possible') return null
  return <ActivateCall publicId={publicId} />
}
