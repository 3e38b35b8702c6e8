import {
  type getOverview,
  hoursToAct,
  type OverviewKind,
  overviewKinds,
  permissionOfKind,
} from '@dineward/core/console-overview/overview.contract.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import { payoutPrograms } from '../console-finance/finance-exceptions.read.ts'
import { hasFailed, listJobs } from '../jobs/jobs.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'
import { listAuditTimes } from '../staff/audit.service.ts'
import { type Due, type OverviewScopes, selectOverview } from './overview.read.ts'

export async function readOverview(ctx: ConsoleContext): Promise<ContractResponse<typeof getOverview>> {
  const stored = await selectOverview(ctx.db, scopesOf(ctx))
  const jobs = mayIn(ctx, 'failed_jobs', null) ? await waitingJobs(ctx) : []
  const isAdministrator = ctx.actor.grants.some(({ permissions }) => permissions.includes('staff.read'))
  const emergencies = isAdministrator ? await breakGlassSignIns(ctx) : []
  return {
    items: [...emergencies, ...stored, ...jobs].map(({ kind, partnerId, count, oldestAt, dueAt }) => ({
      kind,
      partner: partnerId,
      count,
      oldestAt: oldestAt.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
    })),
  }
}

/** Jobs are the queue's, and of all programs. */
async function waitingJobs(ctx: ConsoleContext): Promise<Due[]> {
  const failed = (await listJobs(ctx, scheduledJobs)).filter(hasFailed)
  const [oldest] = failed.map(({ lastRun }) => lastRun!.finishedAt!).toSorted((one, other) => +one - +other)
  if (!oldest) return []
  const dueAt = new Date(oldest.getTime() + minutes(hoursToAct.failed_jobs! * 60))
  return [{ kind: 'failed_jobs', partnerId: null, count: failed.length, oldestAt: oldest, dueAt }]
}

/** Each sign-in stays here for a day, for all who may read the list of staff. */
async function breakGlassSignIns(ctx: ConsoleContext): Promise<Due[]> {
  const since = new Date(ctx.clock.now().getTime() - days(1))
  const times = await listAuditTimes(ctx, 'staff.breakGlassUsed', since)
  const [oldestAt] = times
  if (!oldestAt) return []
  const dueAt = new Date(oldestAt.getTime() + minutes(hoursToAct.break_glass! * 60))
  return [{ kind: 'break_glass', partnerId: null, count: times.length, oldestAt, dueAt }]
}

/** @param slug null: what belongs to all programs, as jobs do */
const mayIn = ({ actor }: Pick<ConsoleContext, 'actor'>, kind: OverviewKind, slug: string | null) =>
  permissionsAt(actor.grants, slug).includes(permissionOfKind[kind])

/** The programs in which they have the permission of each kind; none leaves the kind out. */
function scopesOf({ actor, allowed, clock }: ConsoleContext): OverviewScopes {
  return Object.fromEntries(
    overviewKinds.flatMap(kind => {
      if (kind === 'failed_jobs' || kind === 'break_glass') return []
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
