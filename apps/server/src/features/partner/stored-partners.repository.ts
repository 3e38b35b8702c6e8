import type { PartnerSource } from '@dineward/core/partner/partner.ts'
import type { Db } from '../../db/open-database.ts'

export async function allStoredPartners(db: Db): Promise<PartnerSource[]> {
  const rows = await db
    .selectFrom('storedPartners')
    .select(['partnerId as slug', 'settings', 'theme', 'copy', 'logo', 'logoMark'])
    .orderBy('createdAt')
    .orderBy('partnerId')
    .execute()
  return rows
}

export async function storedAmong(db: Db, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .selectFrom('storedPartners')
    .select('partnerId')
    .where('partnerId', 'in', [...slugs])
    .execute()
  return rows.map(({ partnerId }) => partnerId)
}

/** @returns false when the slug is taken. */
export async function insertStoredPartner(
  db: Db,
  { slug, settings, theme, copy, logo, logoMark }: PartnerSource,
  createdAt: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('storedPartners')
    .values({
      partnerId: slug,
      settings: JSON.stringify(settings),
      theme: JSON.stringify(theme),
      copy: JSON.stringify(copy),
      logo,
      logoMark,
      createdAt,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('partnerId')
    .executeTakeFirst()
  return row !== undefined
}
