import { BlockList, isIP } from 'node:net'
import type { ApiKey } from '@dineward/core/partner-api/api-keys.contract.ts'
import type { ApiScope } from '@dineward/core/partner-api/api-scopes.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, KeyActor, StaffContext } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { equalsAny } from '../../secrets/constant-time.ts'
import { hashToken, newToken } from '../identity/sessions/tokens.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  type ApiKeyRow,
  findApiKey,
  insertApiKey,
  noteApiKeyUse,
  revokeApiKeyRow,
  selectApiKeys,
  updateApiKey,
} from './api-keys.repository.ts'

export interface WantedKey {
  readonly name: string
  readonly scopes: readonly ApiScope[]
  readonly expiresAt?: string | null | undefined
  readonly addresses?: readonly string[] | undefined
  readonly dailyRewards?: number | null | undefined
}

export async function listApiKeys({ db, partner }: StaffContext): Promise<ApiKey[]> {
  return (await selectApiKeys(db, partner.slug)).map(viewOf)
}

/** The key is in this answer only. @throws `validation_failed` for an end that has passed. */
export async function createApiKey(
  ctx: StaffContext,
  {
    name,
    scopes,
    expiresAt = null,
    addresses = [],
    dailyRewards = null,
    isTest,
  }: WantedKey & { readonly isTest: boolean },
): Promise<{ key: string; apiKey: ApiKey }> {
  const now = ctx.clock.now()
  const ends = expiresAt === null ? null : new Date(expiresAt)
  if (ends && ends <= now)
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'expiresAt', message: 'must be in the future' }],
    })
  const [id, secret, partnerId] = [newId(9), newToken(), ctx.partner.slug]
  const row = await ctx.db.transaction().execute(async db => {
    const inserted = await insertApiKey(db, {
      partnerId,
      id,
      name,
      secretHash: hashToken(secret),
      isTest,
      scopes: [...new Set(scopes)],
      addresses: [...addresses],
      dailyRewards,
      createdAt: now,
      createdBy: ctx.actor.email,
      expiresAt: ends,
    })
    const after = { name, scopes: inserted.scopes, addresses, expiresAt, dailyRewards, isTest }
    await recordAudit({ ...ctx, db }, { action: 'apiKey.create', subject: id, partnerId, after })
    return inserted
  })
  return { key: prefixOf(row) + secret, apiKey: viewOf(row) }
}

/** A revoked key stays revoked since the first time. @throws `not_found` */
export function revokeApiKey(ctx: StaffContext, id: string): Promise<ApiKey> {
  return ctx.db.transaction().execute(async db => {
    const row = await revokeApiKeyRow(db, { partnerId: ctx.partner.slug, id, now: ctx.clock.now() })
    if (!row) throw new AppError('not_found')
    await recordAudit(
      { ...ctx, db },
      { action: 'apiKey.revoke', subject: id, partnerId: row.partnerId, after: { name: row.name } },
    )
    return viewOf(row)
  })
}

interface Caller {
  readonly address: string
}

/** A key in an address is in logs and histories of others. @returns whether there was one */
export async function revokeExposedKey(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  address: string,
): Promise<boolean> {
  const [key, , id] = exposedKey.exec(address) ?? []
  const row = id === undefined ? undefined : await findApiKey(db, id)
  const isIts = row && equalsAny(hashToken(key!.slice(-secretLength)), [row.secretHash])
  if (!isIts) return key !== undefined
  if (row.revokedAt) return true
  const actor = { kind: 'system', name: 'partner api' } as const
  await db.transaction().execute(async trx => {
    await revokeApiKeyRow(trx, { partnerId: row.partnerId, id: row.id, now: clock.now() })
    await recordAudit(
      { db: trx, clock, actor },
      {
        action: 'apiKey.revoke',
        subject: row.id,
        partnerId: row.partnerId,
        after: { name: row.name },
        reason: 'The key was in an address.',
      },
    )
  })
  return true
}

/** What a call is refused for; nothing of it is told to who has no key. */
export type KeyRefusal = 'unknown' | 'revoked' | 'expired' | 'address'

/** Reads the key each time: one that was revoked is refused by every process from then on. */
export async function readApiKey(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: string,
  { address }: Caller,
): Promise<ApiKeyRow | KeyRefusal> {
  const [, kind, id, secret] = keyPattern.exec(key) ?? []
  const row = id === undefined ? undefined : await findApiKey(db, id)
  const isIts = row && equalsAny(hashToken(secret!), [row.secretHash]) && row.isTest === (kind === 'test')
  if (!isIts) return 'unknown'
  const now = clock.now()
  if (row.revokedAt) return 'revoked'
  if (row.expiresAt && row.expiresAt <= now) return 'expired'
  if (!isWithin(address, row.addresses)) return 'address'
  if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) >= useEveryMs || row.lastUsedFrom !== address)
    await noteApiKeyUse(db, row, { at: now, from: address })
  return row
}

export function keyActorOf(row: ApiKeyRow, from?: KeyActor['from']): KeyActor {
  const { id, name, scopes, createdBy, dailyRewards } = row
  return { kind: 'partner', id, name, scopes, createdBy, dailyRewards, ...(from ? { from } : {}) }
}

/** For what a key asked for earlier. @returns null where it may not do anything any more */
export async function findKeyActor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { partnerId, id }: { readonly partnerId: string; readonly id: string },
): Promise<KeyActor | null> {
  const row = await findApiKey(db, id)
  if (row?.partnerId !== partnerId || row.revokedAt) return null
  return row.expiresAt && row.expiresAt <= clock.now() ? null : keyActorOf(row)
}

/** What it may give a day by itself, below the rule of the program. @throws `not_found` */
export function limitApiKey(
  ctx: StaffContext,
  { id, dailyRewards }: { readonly id: string; readonly dailyRewards: number | null },
): Promise<ApiKey> {
  return ctx.db.transaction().execute(async db => {
    const partnerId = ctx.partner.slug
    const row = await updateApiKey(db, { partnerId, id }, { dailyRewards })
    if (!row) throw new AppError('not_found')
    const after = { name: row.name, dailyRewards }
    await recordAudit({ ...ctx, db }, { action: 'apiKey.change', subject: id, partnerId, after })
    return viewOf(row)
  })
}

const useEveryMs = minutes(1)

/** An id has 12 characters, a secret 43. */
const keyPattern = /^dw_(live|test)_([\w-]{12})_([\w-]{43})$/
const exposedKey = /dw_(live|test)_([\w-]{12})_([\w-]{43})/
const secretLength = 43

const prefixOf = ({ id, isTest }: Pick<ApiKeyRow, 'id' | 'isTest'>) => `dw_${isTest ? 'test' : 'live'}_${id}_`

function isWithin(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const version = isIP(address)
  if (version === 0) return false
  const allowed = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    const type = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) allowed.addAddress(network, type)
    else allowed.addSubnet(network, Number(bits), type)
  }
  return allowed.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

const viewOf = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: prefixOf(row),
  scopes: row.scopes,
  addresses: row.addresses,
  isTest: row.isTest,
  dailyRewards: row.dailyRewards,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
})
