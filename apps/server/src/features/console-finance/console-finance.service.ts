import type { getAccruals } from '@dineward/core/console-finance/accruals.contract.ts'
import type { getExceptions } from '@dineward/core/console-finance/exceptions.contract.ts'
import type { getLiability } from '@dineward/core/console-finance/liability.contract.ts'
import type { getPayouts } from '@dineward/core/console-finance/payouts.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { earnsRewards, settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import type { FiguresResponse } from '@dineward/core/shared/as-of.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { inProgram, programContext, slugsOf } from '../../http/serve-console.ts'
import { listPayouts, payoutTotals } from '../payouts/payout-operations.service.ts'
import { liabilityOf } from '../reports/liability.service.ts'
import { listAccrualFiles, listRejectedAccruals } from '../settlement/settlement.service.ts'
import { toAccrualFile, toLiability, toPayout, toRejectedAccrual } from './finance.view.ts'
import { payoutPrograms, selectExceptions } from './finance-exceptions.read.ts'

const pageSize = 200

/** Programs that earn rewards, or the one that is asked for. */
export function earningPrograms(ctx: ConsoleContext, slug: string | undefined): readonly Partner[] {
  const partners = slug === undefined ? ctx.allowed : [programContext(ctx, slug).partner]
  return partners.filter(earnsRewards)
}

export async function listLiability(
  ctx: ConsoleContext,
  { partner, month }: ContractInput<typeof getLiability>['query'],
): Promise<FiguresResponse<typeof getLiability>> {
  const items = []
  for (const program of earningPrograms(ctx, partner))
    items.push(toLiability(await liabilityOf(inProgram(ctx, program), program, month ?? null)))
  return { items }
}

export async function listAccruals(
  ctx: ConsoleContext,
  { partner, after }: ContractInput<typeof getAccruals>['query'],
): Promise<ContractResponse<typeof getAccruals>> {
  const partnerIds = slugsOf(ctx, partner)
  const files = await listAccrualFiles(ctx.db, { partnerIds, after, limit: pageSize })
  const rejected = await listRejectedAccruals(ctx.db, { partnerIds, limit: pageSize })
  const settling = ctx.allowed.filter(one => settlementChannel(one) !== null).map(({ slug }) => slug)
  return {
    settling: settling.filter(slug => partnerIds.includes(slug)),
    files: files.map(toAccrualFile),
    rejected: rejected.map(toRejectedAccrual),
  }
}

export async function listProgramPayouts(
  ctx: ConsoleContext,
  { partner, status, after }: ContractInput<typeof getPayouts>['query'],
): Promise<ContractResponse<typeof getPayouts>> {
  const partnerIds = slugsOf(ctx, partner)
  const payouts = await listPayouts(ctx.db, { partnerIds, status, after, limit: pageSize })
  return { items: payouts.map(toPayout), totals: await payoutTotals(ctx.db, partnerIds) }
}

export async function listExceptions(
  ctx: ConsoleContext,
  { partner }: ContractInput<typeof getExceptions>['query'],
): Promise<ContractResponse<typeof getExceptions>> {
  const partnerIds = slugsOf(ctx, partner)
  const found = await selectExceptions(ctx.db, {
    partnerIds,
    payouts: payoutPrograms(ctx.allowed.filter(({ slug }) => partnerIds.includes(slug))),
    now: ctx.clock.now(),
    withNetwork: ctx.isNetworkWide && partner === undefined,
  })
  return {
    items: found.map(({ kind, partnerId, count, oldestAt }) => ({
      kind,
      partner: partnerId,
      count,
      oldestAt: oldestAt.toISOString(),
    })),
  }
}

/** For services that write mails. */
export function withOrigin(ctx: ConsoleContext, slug: string): StaffContext & { readonly origin: string } {
  const program = programContext(ctx, slug)
  return { ...program, origin: ctx.partners.siteOf(program.partner) }
}
