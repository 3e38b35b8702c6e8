import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

export interface Device {
  readonly partnerId: string
  readonly memberId: string
  readonly tokenHash: string
}

export async function isKnownDevice(db: Db, device: Device): Promise<boolean> {
  const row = await db
    .selectFrom('memberDevices')
    .select('tokenHash')
    .where('partnerId', '=', device.partnerId)
    .where('memberId', '=', device.memberId)
    .where('tokenHash', '=', device.tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function touchDevice(db: Db, device: Device, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('memberDevices')
    .set({ lastUsedAt: now, failedSignIns: 0 })
    .where('partnerId', '=', device.partnerId)
    .where('memberId', '=', device.memberId)
    .where('tokenHash', '=', device.tokenHash)
    .returning('tokenHash')
    .executeTakeFirst()
  return row !== undefined
}

/** @param other the browser's token of another member: both rows then name one browser */
export async function insertDevice(
  db: Db,
  device: Device & { readonly browserId: string },
  other: string | null,
  now: Date,
): Promise<void> {
  const { partnerId, memberId, tokenHash, browserId } = device
  await sql`
    insert into member_devices (partner_id, member_id, token_hash, last_used_at, browser_id)
    select ${partnerId}, ${memberId}, ${tokenHash}, ${now}, coalesce((
      select browser_id from member_devices where partner_id = ${partnerId} and token_hash = ${other}), ${browserId})`.execute(
    db,
  )
}

export async function deleteOldDevices(
  db: Db,
  member: Omit<Device, 'tokenHash'>,
  keep: number,
): Promise<void> {
  await sql`
    delete from member_devices where partner_id = ${member.partnerId} and token_hash in (
      select token_hash from member_devices
      where partner_id = ${member.partnerId} and member_id = ${member.memberId}
      order by last_used_at desc, token_hash offset ${keep}
    )
  `.execute(db)
}

/** Count a wrong password from a known device, and delete the device at `maxFailures`. */
export async function incrementDeviceFailures(db: Db, device: Device, maxFailures: number): Promise<void> {
  const row = await db
    .updateTable('memberDevices')
    .set({ failedSignIns: sql`failed_sign_ins + 1` })
    .where('partnerId', '=', device.partnerId)
    .where('memberId', '=', device.memberId)
    .where('tokenHash', '=', device.tokenHash)
    .returning('failedSignIns')
    .executeTakeFirst()
  if (row && row.failedSignIns >= maxFailures) await deleteDevice(db, device)
}

async function deleteDevice(db: Db, device: Device): Promise<void> {
  await db
    .deleteFrom('memberDevices')
    .where('partnerId', '=', device.partnerId)
    .where('memberId', '=', device.memberId)
    .where('tokenHash', '=', device.tokenHash)
    .execute()
}
