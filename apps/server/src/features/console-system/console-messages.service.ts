import type { ListedMessage, messageKinds } from '@dineward/core/console-system/messages.contract.ts'
import type { ConsoleContext } from '../../context.ts'
import {
  countMessages,
  listMessages,
  type Message,
  type Outbox,
  type OutboxQuery,
  reviveMessages,
} from '../../db/outbox.ts'
import { slugsOf } from '../../http/serve-console.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { withoutAddresses } from './redact.rules.ts'

const pageSize = 200
const retriedAtOnce = 1_000

type Kind = (typeof messageKinds)[number]
const outboxes: Record<Kind, Outbox> = {
  mail: 'outgoingMails',
  text: 'outgoingTexts',
  notification: 'outgoingPushes',
}

export async function listOutbox(
  ctx: ConsoleContext,
  input: {
    kind: Kind
    state: OutboxQuery['state']
    partner?: string | undefined
    after?: string | undefined
  },
) {
  const { kind, state, partner } = input
  const after = input.after === undefined ? undefined : parseAfter(input.after)
  const partnerIds = slugsOf(ctx, partner)
  const rows = await listMessages(ctx.db, outboxes[kind], { partnerIds, state, after, limit: pageSize })
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  return {
    items: rows.map(row => describe(row, state)),
    next: last ? `${last.createdAt.toISOString()}|${last.id}` : null,
  }
}

export async function countOutboxes(ctx: ConsoleContext, { partner }: { partner?: string | undefined }) {
  const partnerIds = slugsOf(ctx, partner)
  const items = await Promise.all(
    Object.entries(outboxes).map(async ([kind, outbox]) => {
      const { oldestWaitingAt, ...counts } = await countMessages(ctx.db, outbox, partnerIds)
      return {
        kind: kind as Kind,
        ...counts,
        oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
      }
    }),
  )
  return { items }
}

/** @returns how many are sent again. @throws `not_found` */
export async function retryMessages(
  ctx: ConsoleContext,
  {
    kind,
    partner,
    id,
    reason,
  }: { kind: Kind; partner?: string | undefined; id?: string | undefined; reason: string },
): Promise<number> {
  const slugs = slugsOf(ctx, partner)
  return ctx.db.transaction().execute(async trx => {
    let retried = 0
    for (const partnerId of slugs) {
      const which = { partnerId, id, now: ctx.clock.now(), limit: retriedAtOnce }
      for (const one of await reviveMessages(trx, outboxes[kind], which)) {
        const entry = { action: `${kind}.retry`, subject: `${kind} ${one}`, partnerId, reason } as const
        await recordAudit({ ...ctx, db: trx }, entry)
        retried++
      }
    }
    return retried
  })
}

function parseAfter(text: string): OutboxQuery['after'] {
  const [at = '', ...id] = text.split('|')
  const createdAt = new Date(at)
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id: id.join('|') }
}

function describe(row: Message<Outbox>, state: OutboxQuery['state']): ListedMessage {
  return {
    id: row.id,
    partner: row.partnerId,
    cause: row.cause.split(':')[0]!,
    subject: 'subject' in row ? (row as Message<'outgoingMails'>).subject : null,
    state,
    attempts: row.attempts,
    lastError: row.lastError && withoutAddresses(row.lastError),
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    failedAt: row.failedAt?.toISOString() ?? null,
  }
}
