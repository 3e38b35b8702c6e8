import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from './partner-registry.ts'

/** Lays what the database says about partners over their folders. What does not fit stops the start, by name. */
export async function applyStoredOverrides(db: Db, partners: PartnerRegistry): Promise<void> {
  const rows = await db.selectFrom('partnerOverrides').select(['partnerId', 'settings']).execute()
  for (const { partnerId, settings } of rows)
    if (partners.bySlug(partnerId)) partners.applyOverrides(partnerId, { settings })
}
