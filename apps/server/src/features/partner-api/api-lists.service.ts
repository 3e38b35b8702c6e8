import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { type Clock, minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ApiContext } from '../../context.ts'
import type { ApiServices } from '../../http/serve-api.ts'
import { readCursor, writeCursor } from './api-cursor.service.ts'
import type { ReadResources } from './resources.read.ts'

/** What the routes of the partner API need. */
export interface PartnerApiServices extends ApiServices {
  readonly wakeMails: () => void
  /** Test dines are signed as the network's, at its hook. */
  readonly publicUrl: string
  readonly webhookSecrets: Readonly<Partial<Record<CardNetwork, readonly string[]>>>
  readonly senderClock: Clock | null
}

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

interface List<R> {
  /** Method and path: a cursor of one list is none of another. */
  readonly list: string
  readonly query: Page
  /** A statement of `id` and `at`: rows are listed by both, so that what is added comes at the end. */
  readonly rows: RawBuilder<unknown>
  readonly read: ReadResources<R>
}

/** Two statements, however long the page is. */
export async function listPage<R>(
  { appSecrets }: Pick<ApiServices, 'appSecrets'>,
  { db, partner, clock }: ApiContext,
  { list, query, rows, read }: List<R>,
): Promise<{ items: R[]; nextCursor: string | null }> {
  const of = { list, partnerId: partner.slug, secrets: appSecrets }
  const [at, id] = readCursor(query.cursor, of) ?? []
  const after = at === undefined ? sql`true` : sql`(at, id) > (${at}::timestamptz, ${id})`
  const found = await sql<{ id: string | number; at: string }>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from (${rows}) listed where ${after} order by listed.at, listed.id limit ${query.limit + 1}`.execute(db)
  const page = found.rows.slice(0, query.limit).map(row => ({ id: String(row.id), at: row.at }))
  const resources = await read(
    db,
    partner,
    page.map(row => row.id),
    clock.now(),
  )
  const last = found.rows.length > query.limit ? page.at(-1) : undefined
  return {
    items: page.flatMap(row => resources.get(row.id) ?? []),
    nextCursor: last ? writeCursor([last.at, last.id], of) : null,
  }
}

/** @throws `not_found` */
export async function requireResource<R>(
  { db, partner, clock }: ApiContext,
  read: ReadResources<R>,
  id: string,
): Promise<R> {
  const resource = (await read(db, partner, [id], clock.now())).get(id)
  if (resource === undefined) throw new AppError('not_found')
  return resource
}

/** A part of a statement: rows since then. @throws `validation_failed` for a time to come */
export function since(
  { clock }: Pick<ApiContext, 'clock'>,
  field: string,
  time: string | undefined,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (time === undefined) return sql``
  // Some times of change are of the machine's clock.
  const now = Math.max(clock.now().getTime(), Date.now())
  if (Date.parse(time) > now + minutes(5))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field, message: 'This time is in the future.' }],
    })
  return sql`and ${column} >= ${time}::timestamptz`
}

/** A part of a statement, where a filter is given. */
export const equals = (column: string, value: string | undefined): RawBuilder<unknown> =>
  value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`
