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
import { listApprovals, mayApprove } from '../approvals/approvals.service.ts'
import { payoutPrograms } from '../console-finance/finance-exceptions.read.ts'
import { hasFailed, listJobs } from '../jobs/jobs.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'
import { listAuditTimes } from '../staff/audit.service.ts'
import { everyPartner } from '../staff/grants.service.ts'
import { type Due, type OverviewScopes, selectOverview } from './overview.read.ts'

export async function readOverview(ctx: ConsoleContext): Promise<ContractResponse<typeof getOverview>> {
  const stored = await selectOverview(ctx.db, scopesOf(ctx))
  const jobs = mayIn(ctx, 'failed_jobs', null) ? await waitingJobs(ctx) : []
  const isAdministrator = ctx.actor.grants.some(({ permissions }) => permissions.includes('staff.read'))
  const emergencies = isAdministrator ? await breakGlassSignIns(ctx) : []
  return {
    items: [...emergencies, ...stored, ...(await approvalsOfAll(ctx)), ...jobs].map(
      ({ kind, partnerId, count, oldestAt, dueAt }) => ({
        kind,
        partner: partnerId,
        count,
        oldestAt: oldestAt.toISOString(),
        dueAt: dueAt?.toISOString() ?? null,
      }),
    ),
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

/** Requests about all programs, which those decide who may in all of them. */
async function approvalsOfAll({ db, actor, clock }: ConsoleContext): Promise<Due[]> {
  const query = { slugs: [everyPartner], action: undefined, isDecided: false, now: clock.now() }
  const waiting = (await listApprovals(db, query)).filter(
    row => row.partnerId === everyPartner && row.state === 'waiting' && mayApprove(actor, row),
  )
  const [oldest] = waiting
  if (!oldest) return []
  const dueAt = new Date(oldest.askedAt.getTime() + minutes(hoursToAct.waiting_approvals! * 60))
  const [kind, count, oldestAt] = ['waiting_approvals' as const, waiting.length, oldest.askedAt]
  return [{ kind, partnerId: null, count, oldestAt, dueAt }]
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
