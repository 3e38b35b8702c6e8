import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { liveConsoleSessions } from './emulated-member.read.ts'
import type { EmulatedSessionsTable } from './emulation.tables.ts'

const ended = { ticketHash: null, tokenHash: null }
const endedColumns = ['id', 'partnerId', 'memberId', 'emulatedBy'] as const

export async function insertEmulation(db: Db, row: Insertable<EmulatedSessionsTable>): Promise<void> {
  await db.insertInto('emulatedSessions').values(row).execute()
}

/** A ticket opens once: of two that open it at the same time the second finds none. @returns whether it was opened. */
export async function openTicket(
  db: Db,
  input: {
    readonly partnerId: string
    readonly ticketHash: string
    readonly tokenHash: string
    readonly expiresAt: Date
    readonly now: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emulatedSessions')
    .set({ ticketHash: null, tokenHash: input.tokenHash, expiresAt: input.expiresAt })
    .where('partnerId', '=', input.partnerId)
    .where('ticketHash', '=', input.ticketHash)
    .where('ticketExpiresAt', '>', input.now)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface EndedEmulation {
  readonly id: string
  readonly partnerId: string
  readonly memberId: string
  readonly emulatedBy: string
}

/** One ends by its token, or by the staff member who started it; all of a console session end together. */
export function endEmulations(
  db: Db,
  partnerIds: readonly string[],
  by: Partial<Record<'tokenHash' | 'id' | 'emulatedBy' | 'sessionHash', string>>,
  now: Date,
): Promise<EndedEmulation[]> {
  return db
    .updateTable('emulatedSessions')
    .set({ ...ended, endedAt: now })
    .where('partnerId', 'in', partnerIds)
    .where('endedAt', 'is', null)
    .where(expression => expression.and(by))
    .returning(endedColumns)
    .execute()
}

/**
 * It ends those whose time, or whose console session, is over. Console sessions are read apart, since they are of no program
 * (docs/decisions/103).
 */
export async function endExpiredEmulations(
  db: Db,
  partnerIds: readonly string[],
  now: Date,
): Promise<EndedEmulation[]> {
  const open = await db
    .selectFrom('emulatedSessions')
    .select('sessionHash')
    .where('partnerId', 'in', partnerIds)
    .where('endedAt', 'is', null)
    .execute()
  if (open.length === 0) return []
  const hashes = open.map(({ sessionHash }) => sessionHash)
  const isLive = await liveConsoleSessions(db, hashes, now)
  const over = hashes.filter(hash => !isLive.has(hash))
  return db
    .updateTable('emulatedSessions')
    .set({
      ...ended,
      endedAt: expression => expression.fn<Date>('least', ['expiresAt', expression.val(now)]),
    })
    .where('partnerId', 'in', partnerIds)
    .where('endedAt', 'is', null)
    .where(({ or, eb }) =>
      or([eb('expiresAt', '<=', now), eb('sessionHash', '=', sql<string>`any(${over}::text[])`)]),
    )
    .returning(endedColumns)
    .execute()
}
