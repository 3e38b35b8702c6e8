import type { StoredComponent } from '@dineward/core/rewards/components/component.ts'
import type { MemberKey } from '@dineward/core/rewards/snapshot.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { unnested } from '../../../db/unnested.ts'
import type { DineKey } from './dines.repository.ts'

export async function upsertComponents(
  db: Db,
  components: readonly (StoredComponent & MemberKey)[],
  now: Date,
): Promise<void> {
  if (components.length === 0) return
  const rows = components.map(component => ({ ...component, createdAt: now, updatedAt: now }))
  const { columns, source } = unnested(rows, {
    partnerId: 'text',
    memberId: 'text',
    id: 'text',
    dineId: 'text',
    kind: 'text',
    code: 'text',
    units: 'bigint',
    grantedUnits: 'bigint',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  })
  await sql`
    insert into dine_components (${columns}) select * from ${source}
    on conflict (partner_id, id) do update set
      units = excluded.units, granted_units = excluded.granted_units, updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** Their postings stay. */
export async function deleteComponents(db: Db, components: readonly DineKey[]): Promise<void> {
  if (components.length === 0) return
  const { source } = unnested(components, { partnerId: 'text', id: 'text' })
  await sql`
    delete from dine_components component using ${source} as gone (partner_id, id)
    where component.partner_id = gone.partner_id and component.id = gone.id`.execute(db)
}

/** The sum of each dine's components, kept with it. */
export async function sumComponents(db: Db, dines: readonly DineKey[]): Promise<void> {
  if (dines.length === 0) return
  const { source } = unnested(dines, { partnerId: 'text', id: 'text' })
  await sql`
    update dines set component_units = (
      select coalesce(sum(units), 0) from dine_components component
      where component.partner_id = dines.partner_id and component.dine_id = dines.id)
    from ${source} as changed (partner_id, id)
    where dines.partner_id = changed.partner_id and dines.id = changed.id`.execute(db)
}
