import type { WriteCopy } from '../../../partner/partner-context.tsx'
import type { Dine } from '../activity.queries.ts'

export function reasonOf({ reason, awardStatus }: Dine, copy: WriteCopy): string {
  return reason?.text || copy(`activity.explain.${awardStatus}`)
}
