import type { postApiTestDine } from '@dineward/core/partner-api/api-rewards.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { parseCents } from '@dineward/core/shared/money.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { planDineOf } from '../card-events/sandbox/sandbox-dine.service.ts'
import type { SignedRequest } from '../card-events/sandbox/sandbox-events.rules.ts'
import { recordAudit } from '../staff/audit.service.ts'
import type { PartnerApiServices } from './api-lists.service.ts'
import { requireOpenMember } from './api-members.service.ts'
import { isSandbox } from './sandbox.rules.ts'

interface TestDine {
  readonly dine: ContractInput<typeof postApiTestDine>['body']
  afterCommit(work: () => unknown): void
}

/**
 * The events of a card network, signed, at the address where the network sends them.
 * @throws `sandbox_only`, `not_found`, `member_closed`, `merchant_not_found`, `validation_failed`, `unavailable`
 */
export async function playTestDine(
  app: FastifyInstance,
  services: PartnerApiServices,
  ctx: ApiContext,
  { dine, afterCommit }: TestDine,
): Promise<{ transactionId: string; events: string[] }> {
  if (!isSandbox(services, ctx.partner)) throw new AppError('sandbox_only')
  await requireOpenMember(ctx, dine.memberId)
  const requests = await planned(services, ctx, dine)
  await recordAudit(ctx, {
    action: 'test.dine',
    subject: dine.memberId,
    partnerId: ctx.partner.slug,
    after: { merchantId: dine.merchantId, amount: dine.amount },
  })
  afterCommit(async () => {
    for (const request of requests) await send(app, request)
  })
  const { id } = JSON.parse(requests[0]!.body) as { id: string }
  return { transactionId: id, events: requests.map(({ event }) => event) }
}

async function planned(
  { publicUrl, webhookSecrets, senderClock }: PartnerApiServices,
  ctx: ApiContext,
  { memberId, merchantId, amount, tip = 0, at, cleared, refund }: TestDine['dine'],
): Promise<SignedRequest[]> {
  const secrets = webhookSecrets.fidel ?? []
  if (secrets.length === 0) throw new AppError('unavailable')
  const network = { name: 'fidel', publicUrl, webhookSecrets: secrets } as const
  const plan = await planDineOf({ db: ctx.db, clock: senderClock ?? ctx.clock }, network, {
    partner: ctx.partner.slug,
    memberId,
    merchantId,
    amountCents: centsOf('amount', amount),
    tipCents: centsOf('tip', tip),
    at: at === undefined ? ctx.clock.now() : new Date(at),
    noClearing: !cleared,
    ...(refund === undefined ? {} : { refundCents: centsOf('refund', refund) }),
  })
  if ('requests' in plan) return plan.requests
  if (plan.missing === 'merchant') throw new AppError('merchant_not_found')
  throw refusedField('memberId', 'This member has no linked card.')
}

function centsOf(field: string, dollars: number): number {
  const cents = parseCents(String(dollars))
  if (cents === null) throw refusedField(field, 'Give dollars with two decimals at most, such as 42.5.')
  return cents
}

const refusedField = (field: string, message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field, message }] })

async function send(app: FastifyInstance, { url, headers, body }: SignedRequest): Promise<void> {
  const { pathname, host } = new URL(url)
  const answer = await app.inject({
    method: 'POST',
    url: pathname,
    headers: { ...headers, host },
    payload: body,
  })
  if (answer.statusCode !== 200) throw new AppError('unavailable', { cause: answer.body })
}
