import type { Claim, postClaim } from '@dineward/core/claims/claims.contract.ts'
import { claimCents, dateAfter, dateProblem, isDecided } from '@dineward/core/claims/claims.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError, type ErrorCode } from '@dineward/core/shared/errors.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Context, MemberContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { newId } from '../../new-id.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { lockMember } from '../members/members.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { changesOf } from './claim-decisions.service.ts'
import {
  cardOfClaim,
  daysFromNow,
  forPerson,
  matchCard,
  matchDine,
  matchEvent,
  matchRules,
  type Resolution,
} from './claim-matching.service.ts'
import {
  type ClaimedCard,
  type ClaimedMerchant,
  findClaimedMerchant,
  listCardLinks,
  listClaimsOfMember,
} from './claims.read.ts'
import {
  type ClaimRow,
  countClaimsSince,
  findClaim,
  hasSameAnswer,
  insertClaim,
  isAnsweredWith,
  updateClaim,
} from './claims.repository.ts'
import { answerText, toClaim } from './claims.view.ts'
import { askNetwork } from './network-requests.service.ts'
import { checkReceipt, type Receipt, type ReceiptContext } from './receipts.service.ts'

type ReportedClaim = ContractInput<typeof postClaim>['body']

type ReportContext = MemberContext & ReceiptContext & { readonly partners: PartnerRegistry }

const listedClaims = 200
/** The month of maxPerMonth has this many days. */
const monthDays = 30

export async function listClaims(ctx: MemberContext): Promise<{ items: Claim[] }> {
  const claims = await listClaimsOfMember(ctx.db, ownerOf(ctx), listedClaims)
  return { items: claims.map(claim => toClaim(ctx.partner, claim, ctx.clock.now())) }
}

/** Staff see the newest first. */
export async function claimsOfMember(ctx: Context, memberId: string) {
  const claims = await listClaimsOfMember(ctx.db, { partnerId: ctx.partner.slug, memberId }, listedClaims)
  return claims.map(claim => ({
    ...claim,
    answer: answerText(ctx.partner, claim, ctx.clock.now()),
  }))
}

/**
 * Store a claim and match it with everything known; what stays open is asked of the card network, else of a person.
 * @throws `validation_failed`, `merchant_not_found`, `card_not_found`, `claim_already_open`, `claim_limit_reached`,
 * `rate_limited`, `unavailable`.
 */
export async function reportClaim(ctx: ReportContext, reported: ReportedClaim): Promise<{ claim: Claim }> {
  const { amountCents, merchant, cards } = await checkClaim(ctx, reported)
  const receipt = reported.receipt ? await checkReceipt(ctx, reported.receipt) : null
  const id = newId(12)
  if (receipt) await ctx.gateways.receipts.write(id, receipt.content)
  try {
    await inTransaction(ctx.db, async trx => {
      const claim = newClaim(ctx, { id, reported, amountCents, merchant, receipt })
      await saveClaim({ ...ctx, db: trx }, claim, cards)
    })
  } catch (error) {
    if (receipt) await ctx.gateways.receipts.delete(id)
    throw error
  }
  await askNetwork(ctx, id)
  const claim = (await findClaim(ctx.db, ctx.partner.slug, id))!
  return { claim: toClaim(ctx.partner, { ...claim, merchantName: merchant.name }, ctx.clock.now()) }
}

interface CheckedClaim {
  readonly amountCents: number
  readonly merchant: ClaimedMerchant
  readonly cards: readonly ClaimedCard[]
}

async function checkClaim(ctx: MemberContext, reported: ReportedClaim): Promise<CheckedClaim> {
  const { merchantId, dinedOn, amount, cardId } = reported
  // PostgreSQL refuses text with a NUL.
  const merchant = merchantId.includes('\0')
    ? undefined
    : await findClaimedMerchant(ctx.db, ctx.partner.slug, merchantId)
  if (!merchant) throw refusal(ctx, 'merchant_not_found', 'merchantId', 'claims.problem.merchant')

  const { claims } = ctx.partner.settings
  const problem = dateProblem(dinedOn, localDateAt(merchant.timezone, ctx.clock.now()), claims)
  if (problem)
    throw refusal(ctx, 'validation_failed', 'dinedOn', `claims.problem.${problem}`, {
      days: String(problem === 'tooEarly' ? claims.minDays : claims.maxDays),
      date: problem === 'tooEarly' ? formatDate(dateAfter(dinedOn, claims.minDays), 'long') : '',
    })
  const amountCents = claimCents(amount)
  if (amountCents === null) throw refusal(ctx, 'validation_failed', 'amount', 'claims.problem.amount')
  const cards = await listCardLinks(ctx.db, ownerOf(ctx), merchant.timezone)
  if (cardId && !cards.some(({ id }) => id === cardId))
    throw refusal(ctx, 'card_not_found', 'cardId', 'claims.problem.card')
  return { amountCents, merchant, cards }
}

function refusal(
  { partner }: Pick<Context, 'partner'>,
  code: ErrorCode,
  field: string,
  key: CopyKey,
  values: Readonly<Record<string, string>> = {},
): AppError {
  return new AppError(code, { fieldErrors: [{ field, message: copyText(partner.copy, key, values) }] })
}

type NewClaim = Parameters<typeof insertClaim>[1] & ClaimRow

function newClaim(
  ctx: MemberContext,
  input: Omit<CheckedClaim, 'cards'> & { id: string; reported: ReportedClaim; receipt: Receipt | null },
): Omit<NewClaim, 'answerValues'> {
  const { id, reported, amountCents, merchant, receipt } = input
  return {
    id,
    ...ownerOf(ctx),
    merchantId: merchant.id,
    dinedOn: reported.dinedOn,
    amountCents,
    linkedCardId: reported.cardId || null,
    note: (reported.note ?? '').replaceAll('\0', '').trim(),
    receiptType: receipt?.type ?? null,
    state: 'received',
    answer: 'received',
    nextBy: daysFromNow(ctx, 1),
    requestId: null,
    transactionId: null,
    createdAt: ctx.clock.now(),
    assignee: null,
    decidedAt: null,
  }
}

/** The transaction locks the member's row, so that two reports cannot pass the limit together. */
async function saveClaim(
  ctx: ReportContext,
  claim: Omit<NewClaim, 'answerValues'>,
  cards: readonly ClaimedCard[],
): Promise<void> {
  await lockMember(ctx, ctx.actor.id)
  const since = new Date(ctx.clock.now().getTime() - days(monthDays))
  if ((await countClaimsSince(ctx.db, ownerOf(ctx), since)) >= ctx.partner.settings.claims.maxPerMonth)
    throw new AppError('claim_limit_reached')
  if (!(await insertClaim(ctx.db, { ...claim, answerValues: '{}' })))
    throw refusal(ctx, 'claim_already_open', 'dinedOn', 'claims.problem.open')
  recordEvents(ctx, [{ type: 'claim.opened', id: claim.id, memberId: ctx.actor.id }])

  const card = cardOfClaim(claim, cards)
  const resolution =
    (await matchDine(ctx, claim)) ??
    (await matchEvent(ctx, claim, cards)) ??
    matchCard(claim, cards) ??
    (await matchRules(ctx, claim, card)) ??
    (ctx.gateways.missingTransactions === null ? forPerson(ctx) : null)
  // Sent again, as by a browser that lost the answer.
  if (resolution && (await hasSameAnswer(ctx.db, { ...claim, answer: resolution.answer })))
    throw refusal(ctx, 'claim_already_open', 'dinedOn', 'claims.problem.open')
  const changes = resolution && changesOf(ctx, await orPerson(ctx, claim, resolution))
  await updateClaim(ctx.db, claim, { ...(card ? { linkedCardId: card.id } : {}), ...changes })
  if (changes && isDecided(changes.state))
    recordEvents(ctx, [{ type: 'claim.answered', id: claim.id, memberId: ctx.actor.id }])
}

/** A member who insists that it is another dine than the one of the answer before is heard by a person. */
async function orPerson(
  ctx: ReportContext,
  claim: Parameters<typeof isAnsweredWith>[1],
  resolution: Resolution,
): Promise<Resolution> {
  const { answer, transactionId } = resolution
  const insists =
    answer === 'already_earned' &&
    transactionId !== undefined &&
    (await isAnsweredWith(ctx.db, claim, transactionId))
  return insists ? { ...resolution, ...forPerson(ctx) } : resolution
}

const ownerOf = ({ partner, actor }: MemberContext) => ({ partnerId: partner.slug, memberId: actor.id })
