import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { isLastOfPosting } from './settlement.read.ts'
import type { AccrualFilesTable, AccrualsTable } from './settlement.tables.ts'

export type StoredFile = Selectable<AccrualFilesTable>
export type StoredAccrual = Selectable<AccrualsTable>

/** One at a time per partner, until the transaction ends. */
export async function lockSettlement(db: Db, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('settlement'), hashtext(${partnerId}))`.execute(db)
}

/** It is 0 before the first. */
export async function lastFileNumber(db: Db, partnerId: string): Promise<number> {
  const row = await db
    .selectFrom('accrualFiles')
    .select('number')
    .where('partnerId', '=', partnerId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

export async function insertFile(
  db: Db,
  file: Insertable<AccrualFilesTable>,
  rows: readonly Pick<StoredAccrual, 'postingId' | 'memberId' | 'memberNumber' | 'units' | 'answeredAt'>[],
  state: StoredAccrual['state'],
): Promise<void> {
  await db.insertInto('accrualFiles').values(file).execute()
  const of = <T>(field: (row: (typeof rows)[number]) => T) => rows.map(field)
  await sql`
    insert into accruals (partner_id, file_id, posting_id, member_id, member_number, units, answered_at, state)
    select ${file.partnerId}, ${file.id}, row.*, ${state}
    from unnest(
      ${of(row => row.postingId)}::bigint[], ${of(row => row.memberId)}::text[],
      ${of(row => row.memberNumber)}::text[], ${of(row => row.units)}::bigint[],
      ${of(row => row.answeredAt?.toISOString() ?? null)}::timestamptz[]
    ) as row`.execute(db)
}

/** Files come in the order of their numbers. */
export function selectUnsentFiles(db: Db, partnerId: string): Promise<StoredFile[]> {
  return db
    .selectFrom('accrualFiles')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('sentAt', 'is', null)
    .orderBy('number')
    .execute()
}

export function findLastSent(db: Db, partnerId: string): Promise<StoredFile | undefined> {
  return db
    .selectFrom('accrualFiles')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('sentAt', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function markFileSent(db: Db, partnerId: string, fileId: string, now: Date): Promise<void> {
  await db
    .updateTable('accrualFiles')
    .set({ sentAt: now })
    .where('partnerId', '=', partnerId)
    .where('id', '=', fileId)
    .where('sentAt', 'is', null)
    .execute()
}

/** With rows that are not answered, oldest first. */
export async function selectOpenFiles(db: Db, partnerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accrualFiles as file')
    .select('file.id')
    .where('file.partnerId', '=', partnerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accruals as accrual')
          .select('accrual.postingId')
          .whereRef('accrual.partnerId', '=', 'file.partnerId')
          .whereRef('accrual.fileId', '=', 'file.id')
          .where('accrual.state', '=', 'sent'),
      ),
    )
    .orderBy('file.number')
    .execute()
  return rows.map(({ id }) => id)
}

export interface OpenAccruals {
  readonly fileId: string
  readonly state: 'sent' | 'rejected'
  readonly code: string | null
  readonly rows: number
  readonly units: number
  readonly sentAt: Date | null
}

/** By file, of postings that no file has confirmed; the state is that of their last file. */
export async function listOpenAccruals(db: Db, partnerId: string): Promise<OpenAccruals[]> {
  const { rows } = await sql<OpenAccruals>`
    select file.id as file_id, accrual.state, accrual.partner_code as code, count(*) as rows, sum(accrual.units) as units,
      file.sent_at
    from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = ${partnerId} and accrual.state <> 'confirmed'
      and not exists (
        select from accruals later
        join accrual_files of_later on of_later.partner_id = later.partner_id and of_later.id = later.file_id
        where later.partner_id = accrual.partner_id and later.posting_id = accrual.posting_id
          and of_later.number > file.number)
    group by file.number, file.id, file.sent_at, accrual.state, accrual.partner_code
    order by file.number, accrual.state, accrual.partner_code`.execute(db)
  return rows
}

export interface CountedFile extends StoredFile {
  readonly confirmed: number
  readonly rejected: number
  readonly waiting: number
}

/** The newest come first. */
export async function selectCountedFiles(
  db: Db,
  input: {
    readonly partnerIds: readonly string[]
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<CountedFile[]> {
  const { partnerIds, after, limit } = input
  const last = after === undefined ? null : await findFile(db, partnerIds, after)
  if (after !== undefined && !last) return []
  const isNext = last
    ? sql`and (created_at, id) < (${last.createdAt.toISOString()}::timestamptz, ${last.id})`
    : sql``
  const { rows } = await sql<CountedFile>`
    select file.*,
      count(*) filter (where accrual.state = 'confirmed') as confirmed,
      count(*) filter (where accrual.state = 'rejected') as rejected,
      count(*) filter (where accrual.state = 'sent') as waiting
    from (
      select * from accrual_files
      where partner_id = any(${partnerIds}::text[]) ${isNext}
      order by created_at desc, id desc
      limit ${limit}
    ) file
    join accruals accrual on accrual.partner_id = file.partner_id and accrual.file_id = file.id
    group by file.partner_id, file.id, file.number, file.row_count, file.total_units, file.created_at, file.sent_at
    order by file.created_at desc, file.id desc`.execute(db)
  return rows
}

const findFile = (db: Db, partnerIds: readonly string[], id: string) =>
  db
    .selectFrom('accrualFiles')
    .select(['createdAt', 'id'])
    .where('partnerId', 'in', partnerIds)
    .where('id', '=', id)
    .executeTakeFirst()

/** Rows that no later file repeats, the newest answers first. */
export async function selectRejectedAccruals(
  db: Db,
  { partnerIds, limit }: { readonly partnerIds: readonly string[]; readonly limit: number },
): Promise<StoredAccrual[]> {
  const { rows } = await sql<StoredAccrual>`
    select accrual.*
    from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = any(${partnerIds}::text[]) and accrual.state = 'rejected'
      and ${isLastOfPosting}
    order by accrual.answered_at desc, accrual.posting_id desc
    limit ${limit}`.execute(db)
  return rows
}

export function selectFile(db: Db, partnerId: string, fileId: string): Promise<StoredFile | undefined> {
  return db
    .selectFrom('accrualFiles')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', '=', fileId)
    .executeTakeFirst()
}

/** Its answers are taken one after the other. */
export async function lockFile(db: Db, partnerId: string, fileId: string): Promise<void> {
  await db
    .selectFrom('accrualFiles')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('id', '=', fileId)
    .forUpdate()
    .execute()
}

export function selectAccruals(
  db: Db,
  partnerId: string,
  fileId: string,
  postingIds: readonly number[] | null = null,
): Promise<StoredAccrual[]> {
  return db
    .selectFrom('accruals')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('fileId', '=', fileId)
    .$if(postingIds !== null, query =>
      query.where('postingId', '=', sql<number>`any(${postingIds}::bigint[])`),
    )
    .orderBy('postingId')
    .execute()
}

export interface AccrualAnswer {
  readonly postingId: number
  readonly state: 'confirmed' | 'rejected'
  readonly partnerCode: string | null
}

export async function updateAnswered(
  db: Db,
  file: { readonly partnerId: string; readonly fileId: string; readonly now: Date },
  answers: readonly AccrualAnswer[],
): Promise<void> {
  await sql`
    update accruals set state = answer.state, partner_code = answer.code, answered_at = ${file.now}
    from unnest(
      ${answers.map(({ postingId }) => postingId)}::bigint[], ${answers.map(({ state }) => state)}::text[],
      ${answers.map(({ partnerCode }) => partnerCode)}::text[]
    ) as answer(posting_id, state, code)
    where partner_id = ${file.partnerId} and file_id = ${file.fileId} and accruals.posting_id = answer.posting_id
  `.execute(db)
}
