import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { searchTextOf } from '@dineward/core/search/search-text.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MerchantsTable } from './merchants.tables.ts'
import { keepFormerTerms } from './terms/former-participations.import.ts'

export type ImportedColumn = Exclude<
  keyof ImportedMerchant | 'searchText',
  'id' | 'source' | 'sourceId' | 'mid' | 'benefitDays' | 'leftOn' | 'photos'
>

export interface ImportTerms {
  readonly partnerId: string
  readonly columns: readonly ImportedColumn[]
  /** This says whether the file also updates `leftOn` and `benefitDays` of existing participations. */
  readonly changesTerms: boolean
  readonly now: Date
}

/** The sets have ids; unchanged rows are in neither. */
export interface Written {
  readonly added: ReadonlySet<string>
  readonly updated: ReadonlySet<string>
}

export async function selectOwners(
  db: Db,
  merchants: readonly ImportedMerchant[],
): Promise<{ sourceOf: Map<string, string>; ownerOf: Map<string, string> }> {
  const ids = merchants.map(({ id }) => id)
  const mids = merchants.flatMap(({ mid }) => mid ?? [])
  const known = await db
    .selectFrom('merchants')
    .select(['id', 'source'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  const owned = await db
    .selectFrom('merchantMids')
    .select(['mid', 'merchantId'])
    .where(sql<boolean>`mid = any(${mids}::text[])`)
    .where('validTo', 'is', null)
    .execute()
  return {
    sourceOf: new Map(known.map(({ id, source }) => [id, source])),
    ownerOf: new Map(owned.map(({ mid, merchantId }) => [mid, merchantId])),
  }
}

/** Call in a transaction. */
export async function upsertMerchants(
  trx: Db,
  merchants: readonly ImportedMerchant[],
  terms: ImportTerms,
): Promise<Written> {
  if (merchants.length === 0) return { added: new Set(), updated: new Set() }
  const written = [
    await upsertRows(trx, merchants, terms),
    await upsertParticipations(trx, merchants, terms),
    await upsertMids(trx, merchants, terms),
  ]
  const added = new Set(written.flatMap(part => part.added))
  const updated = new Set(written.flatMap(part => part.updated).filter(id => !added.has(id)))
  return { added, updated }
}

interface WrittenIds {
  readonly added: string[]
  readonly updated: string[]
}

async function upsertRows(
  trx: Db,
  merchants: readonly ImportedMerchant[],
  { columns, now }: ImportTerms,
): Promise<WrittenIds> {
  const rows = await trx
    .insertInto('merchants')
    .values(merchants.map(merchant => merchantRow(merchant, now)))
    .onConflict(conflict =>
      conflict
        .column('id')
        .doUpdateSet(excluded => ({
          ...Object.fromEntries(columns.map(column => [column, excluded.ref(`excluded.${column}`)])),
          updatedAt: now,
        }))
        .where(
          sql<boolean>`(${sql.join(columns.map(column => sql.ref(`merchants.${column}`)))})
            is distinct from (${sql.join(columns.map(column => sql.ref(`excluded.${column}`)))})`,
        ),
    )
    .returning(['id', isNewRow.as('isNew')])
    .execute()
  return byKind(rows)
}

async function upsertParticipations(
  trx: Db,
  merchants: readonly ImportedMerchant[],
  terms: ImportTerms,
): Promise<WrittenIds> {
  const { partnerId, changesTerms, now } = terms
  if (changesTerms) await keepFormerTerms(trx, merchants, terms)
  const rows = await trx
    .insertInto('merchantParticipations')
    .values(
      merchants.map(({ id, timezone, benefitDays, leftOn }) => ({
        partnerId,
        merchantId: id,
        joinedOn: localDateAt(timezone, now),
        leftOn,
        benefitDays: [...benefitDays],
        campaignCodes: [],
      })),
    )
    .onConflict(conflict => {
      const target = conflict.columns(['partnerId', 'merchantId'])
      if (!changesTerms) return target.doNothing()
      return target
        .doUpdateSet(excluded => ({
          leftOn: excluded.ref('excluded.leftOn'),
          benefitDays: excluded.ref('excluded.benefitDays'),
        }))
        .where(sql<boolean>`(merchant_participations.left_on, merchant_participations.benefit_days)
          is distinct from (excluded.left_on, excluded.benefit_days)`)
    })
    .returning(['merchantId as id', isNewRow.as('isNew')])
    .execute()
  return byKind(rows)
}

/** A new MID starts today and ends the restaurant's previous one. Rows without a MID change none. */
async function upsertMids(
  trx: Db,
  merchants: readonly ImportedMerchant[],
  { now }: ImportTerms,
): Promise<WrittenIds> {
  const known = merchants.filter(({ mid }) => mid !== null)
  const rows = await sql<{ id: string }>`
    with given as (
      select * from unnest(${known.map(({ mid }) => mid)}::text[], ${known.map(({ id }) => id)}::text[],
        ${known.map(({ timezone }) => localDateAt(timezone, now))}::date[]) as given (mid, merchant_id, today)
    ),
    fresh as (
      select * from given where not exists (
        select 1 from merchant_mids current
        where current.mid = given.mid and current.merchant_id = given.merchant_id and current.valid_to is null)
    ),
    ended as (
      update merchant_mids current set valid_to = fresh.today
      from fresh where current.merchant_id = fresh.merchant_id and current.valid_to is null
    )
    insert into merchant_mids (mid, merchant_id, valid_from)
    select mid, merchant_id, today from fresh
    on conflict (mid, valid_from) do update set merchant_id = excluded.merchant_id, valid_to = null
    returning merchant_id as id
  `.execute(trx)
  return { added: [], updated: rows.rows.map(({ id }) => id) }
}

/** They were given by an import that is undone. @param today the restaurant's date */
export async function endMids(
  trx: Db,
  mids: readonly { readonly mid: string; readonly merchantId: string; readonly today: string }[],
): Promise<void> {
  await sql`
    update merchant_mids current set valid_to = given.today
    from unnest(${mids.map(({ mid }) => mid)}::text[], ${mids.map(({ merchantId }) => merchantId)}::text[],
      ${mids.map(({ today }) => today)}::date[]) as given (mid, merchant_id, today)
    where current.mid = given.mid and current.merchant_id = given.merchant_id and current.valid_to is null`.execute(
    trx,
  )
}

/** The embedded database has no autovacuum; without statistics a search takes twice as long. */
export async function refreshStatistics(db: Db): Promise<void> {
  for (const table of ['merchants', 'merchant_participations', 'merchant_mids'])
    await sql`analyze ${sql.table(table)}`.execute(db)
}

/** An inserted row has no previous version. */
const isNewRow = sql<boolean>`xmax = 0`

function byKind(rows: readonly { id: string; isNew: boolean }[]): WrittenIds {
  return {
    added: rows.filter(row => row.isNew).map(({ id }) => id),
    updated: rows.filter(row => !row.isNew).map(({ id }) => id),
  }
}

function merchantRow(merchant: ImportedMerchant, now: Date): Insertable<MerchantsTable> {
  const {
    mid: _mid,
    benefitDays: _days,
    leftOn: _left,
    photos: _photos,
    cuisines,
    features,
    diets,
    mealsServed,
    menuImages,
    hours,
    ...rest
  } = merchant
  return {
    ...rest,
    cuisines: [...cuisines],
    features: [...features],
    diets: [...diets],
    mealsServed: [...mealsServed],
    menuImages: [...menuImages],
    hours: JSON.stringify(hours),
    menu: '[]',
    searchText: searchTextOf(merchant),
    updatedAt: now,
  }
}
