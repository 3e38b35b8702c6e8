import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { ContentVersionsTable } from './content.tables.ts'

export type ContentVersion = Selectable<ContentVersionsTable>

export interface EntryKey {
  readonly partnerId: string
  readonly kind: string
  readonly slug: string
}

const isDue = (now: Date) =>
  sql<boolean>`state = 'published' and (shown_from is null or shown_from <= ${now})
    and (shown_until is null or shown_until > ${now})`
/** What would show next: a draft, or what is scheduled. */
const isNext = (now: Date) => sql<boolean>`shown_until is null or shown_until > ${now}`

/** The newest of each entry whose time it is; for a preview also drafts and what is scheduled. */
export function listShownVersions(
  db: Db,
  { partnerId, now, preview }: { partnerId: string; now: Date; preview: boolean },
): Promise<ContentVersion[]> {
  return db
    .selectFrom('contentVersions')
    .distinctOn(['kind', 'slug'])
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where(preview ? isNext(now) : isDue(now))
    .orderBy('kind')
    .orderBy('slug')
    .orderBy('version', 'desc')
    .execute()
}

/** Changes with what is shown: by publishing, and by the clock. */
export async function shownMarks(
  db: Db,
  partnerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ partnerId: string; mark: string }>`
    select partner_id, string_agg(kind || '/' || slug || ' ' || version, ',' order by kind, slug) as mark from (
      select distinct on (partner_id, kind, slug) partner_id, kind, slug, version from content_versions
      where partner_id = any(${partnerIds}) and ${isDue(now)}
      order by partner_id, kind, slug, version desc
    ) shown group by partner_id`.execute(db)
  return new Map(rows.map(({ partnerId, mark }) => [partnerId, mark]))
}

/** The newest come first, without fields. */
export function listVersionStates(db: Db, partnerId: string) {
  return db
    .selectFrom('contentVersions')
    .select(['kind', 'slug', 'version', 'state', 'shownFrom', 'shownUntil', 'savedAt', 'savedBy'])
    .select(sql<boolean>`fields is null`.as('isRemoval'))
    .where('partnerId', '=', partnerId)
    .orderBy('version', 'desc')
    .execute()
}

/** The newest come first. */
export function listVersions(db: Db, { partnerId, kind, slug }: EntryKey): Promise<ContentVersion[]> {
  return db
    .selectFrom('contentVersions')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .orderBy('version', 'desc')
    .limit(100)
    .execute()
}

/** @returns false when someone else has saved this version meanwhile. */
export async function insertVersion(trx: Db, row: Insertable<ContentVersionsTable>): Promise<boolean> {
  const inserted = await trx
    .insertInto('contentVersions')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @returns false when it is no draft any more. */
export async function updateDraft(
  trx: Db,
  { partnerId, kind, slug }: EntryKey,
  changes: Partial<Omit<Insertable<ContentVersionsTable>, keyof EntryKey>>,
): Promise<boolean> {
  const updated = await trx
    .updateTable('contentVersions')
    .set(changes)
    .where('partnerId', '=', partnerId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('state', '=', 'draft')
    .returning('version')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteDraft(trx: Db, { partnerId, kind, slug }: EntryKey): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('contentVersions')
    .where('partnerId', '=', partnerId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('state', '=', 'draft')
    .returning('version')
    .executeTakeFirst()
  return deleted !== undefined
}

/** One writer of an entry at a time, also of one that does not exist yet. */
export async function lockEntry(trx: Db, { partnerId, kind, slug }: EntryKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${partnerId} ${kind} ${slug}`}, 0))`.execute(trx)
}
