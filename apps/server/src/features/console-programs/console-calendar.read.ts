import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface Days {
  readonly partnerIds: readonly string[]
  /** They are dates, both included. Times go by a day more on either side: readers have their own zones. */
  readonly from: string
  readonly to: string
}

/** Published versions that have not ended by the first day, of each entry the newest first. */
export async function selectScheduledEntries(db: Db, { partnerIds, from, to }: Days) {
  const { rows } = await sql<{
    partnerId: string
    kind: string
    slug: string
    version: number
    name: string
    fields: Record<string, unknown> | null
    shownFrom: Date | null
    shownUntil: Date | null
  }>`
    select partner_id, kind, slug, version, shown_from, shown_until,
      coalesce(nullif(fields ->> 'title', ''), nullif(fields ->> 'text', ''), slug) as name,
      case when fields is not null then jsonb_build_object('user_states', fields -> 'user_states', 'url', fields -> 'url') end
        as fields
    from content_versions
    where partner_id = any(${[...partnerIds]}::text[]) and state = 'published'
      and (shown_until is null or shown_until > ${from}::date - 1) and (shown_from is null or shown_from < ${to}::date + 2)
    order by partner_id, kind, slug, version desc`.execute(db)
  return rows
}

export function selectScheduledOffers(db: Db, { partnerIds, from, to }: Days) {
  return db
    .selectFrom('offers')
    .select(['partnerId', 'id', 'name', 'startsOn', 'endsOn'])
    .where(sql<boolean>`partner_id = any(${[...partnerIds]}::text[])`)
    .where('endsOn', '>=', from)
    .where('startsOn', '<=', to)
    .orderBy('startsOn')
    .orderBy('id')
    .execute()
}
