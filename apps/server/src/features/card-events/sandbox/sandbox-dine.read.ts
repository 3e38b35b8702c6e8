import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

export interface SandboxSeat {
  readonly card: { readonly id: string; readonly lastFour: string; readonly cardType: string } | null
  readonly merchant: {
    readonly id: string
    readonly name: string
    readonly street: string
    readonly city: string
    readonly state: string
    readonly zipCode: string
    readonly timezone: string
    readonly mid: string | null
  } | null
}

export async function findSandboxMember(db: Db, partner: string, email: string): Promise<string | null> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partner)
    .where('signInName', '=', normalizeSignInName(email))
    .orderBy(sql`email_confirmed_at is not null`, 'desc')
    .orderBy('joinedAt', 'desc')
    .executeTakeFirst()
  return member?.id ?? null
}

/** The seat is the member with the newest card, and the restaurant with its newest MID. */
export async function selectSandboxSeat(
  db: Db,
  dine: { partner: string; memberId: string; merchantId: string },
): Promise<SandboxSeat> {
  const card = await db
    .selectFrom('linkedCards')
    .select(['id', 'lastFour', 'cardType'])
    .where('partnerId', '=', dine.partner)
    .where('memberId', '=', dine.memberId)
    .where('removedAt', 'is', null)
    .orderBy('linkedAt', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  const merchant = await db
    .selectFrom('merchants')
    .leftJoin('merchantMids', 'merchantMids.merchantId', 'merchants.id')
    .select(['merchants.id', 'name', 'street', 'city', 'state', 'zipCode', 'timezone', 'merchantMids.mid'])
    .where('merchants.id', '=', dine.merchantId)
    .orderBy('merchantMids.validFrom', order => order.desc().nullsLast())
    .executeTakeFirst()
  return { card: card ?? null, merchant: merchant ?? null }
}
