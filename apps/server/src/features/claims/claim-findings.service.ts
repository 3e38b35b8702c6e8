import { type ProposedAnswer, proposedAnswer } from '@dineward/core/claims/claim-queue.rules.ts'
import type { ClaimContext } from './claim-decisions.service.ts'
import {
  cardOfClaim,
  matchCard,
  matchDine,
  matchEvent,
  matchRules,
  type Resolution,
} from './claim-matching.service.ts'
import {
  type ClaimedCard,
  findClaimedMerchant,
  listCardLinks,
  listDinesAround,
  type NearbyDine,
} from './claims.read.ts'
import type { ClaimRow } from './claims.repository.ts'
import { answerText } from './claims.view.ts'

export interface ClaimFindings {
  /** As a member would read it. */
  readonly text: string | null
  readonly transactionId: string | null
  readonly proposal: ProposedAnswer | null
  readonly card: ClaimedCard | null
  readonly dines: readonly NearbyDine[]
}

/** What is known about a claim now, as for a new report; nothing is changed. */
export async function findingsOf(ctx: ClaimContext, claim: ClaimRow): Promise<ClaimFindings> {
  const merchant = await findClaimedMerchant(ctx.db, claim.partnerId, claim.merchantId)
  const cards = await listCardLinks(ctx.db, claim, merchant?.timezone ?? ctx.partner.settings.timeZone)
  const card = cardOfClaim(claim, cards) ?? null
  const found: Resolution | null =
    (await matchDine(ctx, claim)) ??
    (await matchEvent(ctx, claim, cards)) ??
    matchCard(claim, cards) ??
    (await matchRules(ctx, claim, card ?? undefined))
  return {
    text: found && answerText(ctx.partner, rowOf(found), ctx.clock.now()),
    transactionId: found?.transactionId ?? null,
    proposal: proposedAnswer(found, { hasReceipt: claim.receiptType !== null, hasCard: card !== null }),
    card,
    dines: await listDinesAround(ctx.db, claim),
  }
}

const rowOf = ({ answer, answerValues, nextBy }: Resolution) => ({
  answer,
  answerValues: answerValues ?? {},
  nextBy: nextBy ?? null,
})
