import {
  type getOverview,
  type OverviewKind,
  overviewKinds,
  permissionOfKind,
} from '@dineward/core/console-overview/overview.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import { payoutPrograms } from '../console-finance/finance-exceptions.read.ts'
import { failedJobs } from '../jobs/jobs.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'
import { type OverviewScopes, selectOverview } from './overview.read.ts'

export async function readOverview(ctx: ConsoleContext): Promise<ContractResponse<typeof getOverview>> {
  const stored = await selectOverview(ctx.db, scopesOf(ctx))
  const failed = mayIn(ctx, 'failed_jobs', null) ? await failedJobs(ctx, scheduledJobs) : []
  const jobs =
    failed.length > 0
      ? [{ kind: 'failed_jobs' as const, partnerId: null, count: failed.length, oldestAt: oldestOf(failed) }]
      : []
  return {
    items: [...stored, ...jobs].map(({ kind, partnerId, count, oldestAt }) => ({
      kind,
      partner: partnerId,
      count,
      oldestAt: oldestAt.toISOString(),
    })),
  }
}

const oldestOf = (dates: readonly Date[]): Date => new Date(Math.min(...dates.map(Number)))

/** @param slug null: what belongs to all programs, as jobs do */
const mayIn = ({ actor }: Pick<ConsoleContext, 'actor'>, kind: OverviewKind, slug: string | null) =>
  permissionsAt(actor.grants, slug).includes(permissionOfKind[kind])

/** The programs in which they have the permission of each kind; none leaves the kind out. */
function scopesOf({ actor, allowed, clock }: ConsoleContext): OverviewScopes {
  return Object.fromEntries(
    overviewKinds.flatMap(kind => {
      if (kind === 'failed_jobs') return []
      const partners = allowed.filter(({ slug }) => mayIn({ actor }, kind, slug))
      const partnerIds = partners.map(({ slug }) => slug)
      const query = {
        partnerIds,
        payouts: payoutPrograms(partners),
        now: clock.now(),
        withNetwork: mayIn({ actor }, kind, null),
      }
      return partnerIds.length > 0 ? [[kind, query] as const] : []
    }),
  )
}
