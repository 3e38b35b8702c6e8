import type { WriteCopy } from '../../partner/partner-context.tsx'
import type { Dine } from './activity.queries.ts'

/** The reason where there is one, else what the state means. */
export function reasonOf({ reason, awardStatus }: Dine, copy: WriteCopy): string {
  return reason?.text || copy(`activity.explain.${awardStatus}`)
}
