import type { Member } from '@dineward/core/members/members.contract.ts'

/**
 * What every page has, and no page waits for: loaded once the page has come alive. A line a part; each decides itself
 * whether there is anything to show.
 */
export function LaterParts(_props: { readonly member: Member | null }) {
  return null
}
