import { randomBytes } from 'node:crypto'
import { checkPlace } from '@dineward/core/merchant-import/restaurant-place.rules.ts'
import { changedFacts, type MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { ConsoleContext } from '../../../context.ts'
import type { Db } from '../../../db/open-database.ts'
import { versionOf } from '../../partner/value-version.rules.ts'
import { recordAudit } from '../../staff/audit.service.ts'
import {
  countPrograms,
  endMid,
  insertMerchant,
  insertMid,
  type LockedMerchant,
  lockMerchant,
  updateMerchantFacts,
} from './merchant-facts.repository.ts'
import { factsOf, newMerchantId } from './merchant-facts.rules.ts'
import { placeLookups } from './place-lookups.service.ts'

/** Restaurants are of the network: who may change one is decided by the programs it takes part in (decision 033). */
export type MerchantEditor = Pick<ConsoleContext, 'db' | 'clock' | 'actor' | 'allowed' | 'isNetworkWide'>

type Programs = Pick<MerchantEditor, 'db' | 'allowed' | 'isNetworkWide'>

/** @throws `merchant_not_found` for one of others' programs. */
export async function assertInView(ctx: Programs, merchantId: string): Promise<void> {
  if (!ctx.isNetworkWide && (await countOf(ctx, merchantId)).own === 0)
    throw new AppError('merchant_not_found')
}

/** Whether its facts may be changed. */
export async function mayEditMerchant(ctx: Programs, merchantId: string): Promise<boolean> {
  if (ctx.isNetworkWide) return true
  const { own, others } = await countOf(ctx, merchantId)
  return own > 0 && others === 0
}

const countOf = ({ db, allowed }: Programs, merchantId: string) =>
  countPrograms(
    db,
    merchantId,
    allowed.map(({ slug }) => slug),
  )

/** Call it in a transaction. @throws `merchant_not_found`, `forbidden`. */
export async function lockForEditor(ctx: MerchantEditor, merchantId: string): Promise<LockedMerchant> {
  const row = await lockMerchant(ctx.db, merchantId)
  if (!row) throw new AppError('merchant_not_found')
  await assertInView(ctx, merchantId)
  if (!(await mayEditMerchant(ctx, merchantId)))
    throw new AppError('forbidden', {
      message: 'This restaurant also takes part in other programs. Staff of all of them can change it.',
    })
  return row
}

/** Only the given facts change. */
type FactChanges = { readonly [Name in keyof MerchantFacts]?: MerchantFacts[Name] | undefined }

/** @throws `merchant_not_found`, `forbidden`, `changed_meanwhile`. */
export function changeFacts(
  ctx: MerchantEditor,
  input: { merchantId: string; version: string; facts: FactChanges; reason?: string | undefined },
): Promise<void> {
  const { merchantId, version, facts, reason } = input
  return inTransaction(ctx, async editor => {
    const before = factsOf(await lockForEditor(editor, merchantId))
    const names = changedFacts(before, facts)
    if (names.length === 0) return
    if (versionOf(before) !== version) throw new AppError('changed_meanwhile')
    const after = { ...before, ...facts } as MerchantFacts
    if (names.some(name => placeNames.has(name))) await assertPlace(after)
    await updateMerchantFacts(editor.db, merchantId, { facts: after, now: ctx.clock.now() })
    const picked = (from: MerchantFacts) => Object.fromEntries(names.map(name => [name, from[name]]))
    await recordAudit(editor, {
      action: 'merchant.facts',
      subject: merchantId,
      partnerId: null,
      before: picked(before),
      after: picked(after),
      ...(reason === undefined ? {} : { reason }),
    })
  })
}

const placeNames: ReadonlySet<keyof MerchantFacts> = new Set([
  ...(['state', 'zipCode', 'latitude', 'longitude', 'timezone'] as const),
])

/** @throws `validation_failed` where state, ZIP code, pin and time zone are not of one place. */
async function assertPlace(facts: MerchantFacts): Promise<void> {
  const checked = checkPlace(facts, await placeLookups())
  const problem = 'refused' in checked ? checked : { field: 'latitude', refused: checked.repaired }
  if (problem.refused === undefined) return
  const message = problem.refused.replace(/^\w+: /, '')
  throw new AppError('validation_failed', { fieldErrors: [{ field: `facts.${problem.field}`, message }] })
}

/** Call it in a transaction. @returns the id, of an earlier one where this draft was saved before. */
export async function createMerchant(
  ctx: MerchantEditor,
  { draftId, facts }: { draftId: string; facts: MerchantFacts },
): Promise<{ id: string; isNew: boolean }> {
  await assertPlace(facts)
  const created = await insertMerchant(ctx.db, {
    id: newMerchantId(facts, randomBytes(3).toString('hex')),
    source: 'console',
    sourceId: draftId,
    facts,
    now: ctx.clock.now(),
  })
  if (!created.isNew) await lockForEditor(ctx, created.id)
  else
    await recordAudit(ctx, {
      action: 'merchant.create',
      subject: created.id,
      partnerId: null,
      after: facts,
    })
  return created
}

interface MidChange {
  readonly merchantId: string
  readonly mid: string
  readonly reason: string
}

/** @throws `merchant_not_found`, `forbidden`, `validation_failed` for a MID of another restaurant. */
export function addMid(ctx: MerchantEditor, change: MidChange): Promise<void> {
  return inTransaction(ctx, editor => addMidInTransaction(editor, change))
}

export async function addMidInTransaction(ctx: MerchantEditor, change: MidChange): Promise<void> {
  const { merchantId, mid, reason } = change
  const { timezone } = await lockForEditor(ctx, merchantId)
  const today = localDateAt(timezone, ctx.clock.now())
  if (!(await insertMid(ctx.db, { mid, merchantId, today })))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'mid', message: 'This is the MID of another restaurant.' }],
    })
  await recordAudit(ctx, {
    action: 'merchant.mid',
    subject: merchantId,
    partnerId: null,
    after: { mid, from: today },
    reason,
  })
}

/** @throws `merchant_not_found`, `forbidden`, `not_found`. */
export function endMidOf(ctx: MerchantEditor, { merchantId, mid, reason }: MidChange): Promise<void> {
  return inTransaction(ctx, async editor => {
    const { timezone } = await lockForEditor(editor, merchantId)
    const today = localDateAt(timezone, ctx.clock.now())
    if (!(await endMid(editor.db, { mid, merchantId, today }))) throw new AppError('not_found')
    await recordAudit(editor, {
      action: 'merchant.mid',
      subject: merchantId,
      partnerId: null,
      before: { mid },
      after: { mid, until: today },
      reason,
    })
  })
}

export function inTransaction<T>(ctx: MerchantEditor, work: (ctx: MerchantEditor) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((db: Db) => work({ ...ctx, db }))
}
