import { AppError } from '@dineward/core/shared/errors.ts'
import type { ApiContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { seal, unseal } from '../../secrets/seal.ts'
import { versionOf } from '../partner/value-version.rules.ts'

interface AskedCall {
  /** Method and address. */
  readonly call: string
  readonly body: unknown
  /** Null without one: then the call is done each time. */
  readonly key: string | null
}

/**
 * Does a call in one transaction. The same call with the same key waits for the first and gets its answer. What was
 * refused changed nothing and is tried again.
 * @throws `idempotency_mismatch` for another call with that key, and what `perform` throws
 */
export async function answerOnce<T>(
  ctx: ApiContext & { readonly appSecrets: readonly string[] },
  { call, body, key }: AskedCall,
  perform: (db: Db) => Promise<T>,
): Promise<T> {
  const requestDigest = versionOf([call, body ?? null])
  return ctx.db.transaction().execute(async db => {
    if (key !== null) {
      const before = await takeKey({ ...ctx, db }, { key, requestDigest })
      if (before !== null) return before as T
    }
    const done = await perform(db)
    if (key !== null) await keepAnswer({ ...ctx, db }, key, done)
    return done
  })
}

type Storing = Parameters<typeof answerOnce>[0]

/** Waits where another call with this key is being done. @returns the answer of one that was done */
async function takeKey(
  { db, partner, actor, clock, appSecrets }: Storing,
  { key, requestDigest }: { readonly key: string; readonly requestDigest: string },
): Promise<unknown> {
  const now = clock.now()
  const row = { partnerId: partner.slug, apiKeyId: actor.id, idempotencyKey: key }
  const taken = await db
    .insertInto('apiAnswers')
    .values({ ...row, requestDigest, answer: '', createdAt: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('idempotencyKey')
    .executeTakeFirst()
  if (taken) return null
  const before = await db
    .selectFrom('apiAnswers')
    .select(['requestDigest', 'answer'])
    .where('partnerId', '=', row.partnerId)
    .where('apiKeyId', '=', row.apiKeyId)
    .where('idempotencyKey', '=', key)
    .executeTakeFirstOrThrow()
  if (before.requestDigest !== requestDigest) throw new AppError('idempotency_mismatch')
  const text = before.answer === '' ? null : unseal(before.answer, ownerOf(row), appSecrets)
  return text === null ? null : JSON.parse(text)
}

async function keepAnswer(
  { db, partner, actor, appSecrets }: Storing,
  key: string,
  answer: unknown,
): Promise<void> {
  const row = { partnerId: partner.slug, apiKeyId: actor.id, idempotencyKey: key }
  await db
    .updateTable('apiAnswers')
    .set({ answer: seal(JSON.stringify(answer), ownerOf(row), appSecrets) })
    .where('partnerId', '=', row.partnerId)
    .where('apiKeyId', '=', row.apiKeyId)
    .where('idempotencyKey', '=', key)
    .execute()
}

const ownerOf = ({ apiKeyId, idempotencyKey }: { apiKeyId: string; idempotencyKey: string }) =>
  ({ use: 'answer of the partner API', id: `${apiKeyId} ${idempotencyKey}` }) as const
