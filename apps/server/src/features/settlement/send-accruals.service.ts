import { settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import { holdsSince } from '@dineward/core/payouts/payouts.rules.ts'
import {
  type AccrualFile,
  accrualFileId,
  controlTotals,
} from '@dineward/core/settlement/accrual-file.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { markDinesDeferred } from '../rewards/dine-status.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  findLastSent,
  insertFile,
  lastFileNumber,
  lockSettlement,
  markFileSent,
  type StoredFile,
  selectAccruals,
  selectUnsentFiles,
} from './accruals.repository.ts'
import {
  type HeldDine,
  lockMembers,
  selectHeldDines,
  selectPostings,
  selectUnsentPostings,
} from './settlement.read.ts'

export interface SentFile {
  readonly fileId: string
  readonly rows: number
  readonly units: number
}

const maxRows = 10_000

/**
 * Tell the partner what it has not been told. One transaction decides what a file says; it is delivered afterwards, and
 * again with the same content if a crash came between.
 * @throws `unavailable` when a file cannot be delivered: the next run does it.
 */
export async function sendAccruals(ctx: Context, rowsPerFile = maxRows): Promise<SentFile[]> {
  const { partner, db } = ctx
  if (settlementChannel(partner) === null) return []
  for (;;) {
    const rows = await db.transaction().execute(trx => createFile({ ...ctx, db: trx }, rowsPerFile))
    if (rows < rowsPerFile) break
  }
  const sent: SentFile[] = []
  for (const file of await selectUnsentFiles(db, partner.slug)) {
    await ctx.gateways.accruals.send(partner, await contentOf(ctx, file)).catch((cause: Error) => {
      const message = `${file.id} could not be delivered: ${cause.message}. It is sent again.`
      throw new AppError('unavailable', { message, cause })
    })
    await markFileSent(db, partner.slug, file.id, ctx.clock.now())
    sent.push({ fileId: file.id, rows: file.rowCount, units: file.totalUnits })
  }
  return sent
}

/** What the partner would be told now, files that were not delivered among it, and the newest that was. */
export async function measureUnsent({
  db,
  partner,
  clock,
}: Pick<Context, 'db' | 'partner' | 'clock'>): Promise<{
  readonly rows: number
  readonly units: number
  readonly last: Omit<SentFile, 'fileId'> | null
}> {
  const partnerId = partner.slug
  const channel = settlementChannel(partner)
  const found =
    channel === null
      ? []
      : await selectUnsentPostings(db, partnerId, { ...momentOf({ partner, clock }), limit: maxRows * 10 })
  const files = await selectUnsentFiles(db, partnerId)
  const last = await findLastSent(db, partnerId)
  return {
    rows: found.length + files.reduce((sum, { rowCount }) => sum + rowCount, 0),
    units: controlTotals(found).units + files.reduce((sum, { totalUnits }) => sum + totalUnits, 0),
    last: last ? { rows: last.rowCount, units: last.totalUnits } : null,
  }
}

const shownHeld = 50

/** What a file would leave out now, though members have it or may get it: the newest first. */
export async function listHeld({ db, partner, clock }: Pick<Context, 'db' | 'partner' | 'clock'>): Promise<{
  readonly count: number
  readonly rows: readonly HeldDine[]
}> {
  if (settlementChannel(partner) === null) return { count: 0, rows: [] }
  const found = await selectHeldDines(db, partner.slug, { ...momentOf({ partner, clock }), limit: shownHeld })
  return { count: found[0]?.count ?? 0, rows: found.map(({ count: _, ...row }) => row) }
}

function momentOf({ partner, clock }: Pick<Context, 'partner' | 'clock'>) {
  const now = clock.now()
  return { now, waitsSince: holdsSince(partner, now) }
}

/** @returns how many rows it has; none creates no file. */
async function createFile(ctx: Context, limit: number): Promise<number> {
  const { db, partner } = ctx
  const partnerId = partner.slug
  const moment = momentOf(ctx)
  await lockSettlement(db, partnerId)
  const number = (await lastFileNumber(db, partnerId)) + 1
  const found = await selectUnsentPostings(db, partnerId, { ...moment, limit })
  const memberIds = [...new Set(found.map(({ memberId }) => memberId))]
  if (memberIds.length === 0) return 0
  await lockMembers(db, partnerId, memberIds)
  // They are read again: an event may have changed them before its member was locked.
  const postings = await selectUnsentPostings(db, partnerId, { ...moment, limit, memberIds })
  if (postings.length === 0) return 0
  const fileId = accrualFileId(partnerId, number)
  const totals = controlTotals(postings)
  await insertFile(
    db,
    {
      partnerId,
      id: fileId,
      number,
      rowCount: totals.rows,
      totalUnits: totals.units,
      createdAt: moment.now,
    },
    postings.map(posting => ({ ...posting, answeredAt: null })),
    'sent',
  )
  const dineIds = [...new Set(postings.flatMap(({ dineId }) => dineId ?? []))]
  await markDinesDeferred(db, { partnerId, dineIds, now: moment.now })
  await recordAudit(ctx, { action: 'settlement.send', subject: fileId, partnerId, after: totals })
  return totals.rows
}

async function contentOf({ db, partner }: Context, { id, createdAt }: StoredFile): Promise<AccrualFile> {
  const accruals = await selectAccruals(db, partner.slug, id)
  const postings = await selectPostings(
    db,
    partner.slug,
    accruals.map(({ postingId }) => postingId),
  )
  return {
    id,
    createdAt: createdAt.toISOString(),
    currency: partner.settings.currencyType ?? '',
    rows: accruals.map(({ postingId, memberId, memberNumber, units }) => ({
      id: String(postingId),
      memberNumber: memberNumber ?? '',
      memberId,
      units,
      kind: postings.get(postingId)!.kind,
      postedOn: postings.get(postingId)!.postedOn,
    })),
  }
}
