import { settlesWithPartner } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { receiveAnswers, type TakenAnswer } from './receive-answers.service.ts'
import { type SentFile, sendAccruals } from './send-accruals.service.ts'

export interface SettlementRun {
  readonly partner: string
  readonly sent: readonly SentFile[]
  readonly taken: readonly TakenAnswer[]
}

export type SettlementServices = Omit<Context, 'partner'> & {
  readonly partners: Pick<PartnerRegistry, 'all' | 'siteOf'>
  /** The demo's partner answers between sending and receiving. */
  readonly sandbox?: (partner: Context['partner']) => Promise<unknown>
}

/** Send and receive, of every partner. What fails for one is logged and left to the next run; the others go on. */
export async function settleWithPartners({
  partners,
  sandbox,
  ...services
}: SettlementServices): Promise<SettlementRun[]> {
  const runs: SettlementRun[] = []
  for (const partner of partners.all().filter(settlesWithPartner)) {
    const ctx = { ...services, partner, origin: partners.siteOf(partner) }
    const sent = await orLog(ctx, 'accruals were not sent', () => sendAccruals(ctx))
    await sandbox?.(partner)
    const taken = await orLog(ctx, 'answers were not received', () => receiveAnswers(ctx))
    for (const { name, problems } of taken.filter(answer => answer.problems.length > 0))
      ctx.log.warn(
        { partner: partner.slug, answer: name, problems: problems.length },
        'an answer has problems',
      )
    runs.push({ partner: partner.slug, sent, taken })
  }
  return runs
}

async function orLog<T>(ctx: Context, failure: string, work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work()
  } catch (error) {
    ctx.log.error({ err: error, partner: ctx.partner.slug }, `${failure}, the next run tries again`)
    return []
  }
}
