import { staffMatchOf, type VelocityFacts } from '@dineward/core/rewards/holds/velocity.rules.ts'
import type { MemberKey } from '@dineward/core/rewards/snapshot.ts'
import { sql } from 'kysely'
import { forRowsOfPrograms } from '../../db/of-programs.ts'
import type { Db } from '../../db/open-database.ts'
import { byKey, unnested } from '../../db/unnested.ts'

export interface ChargeToCheck extends MemberKey {
  readonly cardToken: string
  readonly merchantId: string | null
}

/** More say no more. */
const mostMembers = 20

interface Found extends Omit<VelocityFacts, 'staffMatch'> {
  readonly n: number
  readonly email: string
  readonly memberPhone: string
  readonly phone: string
  readonly website: string
}

/** It finds what members share with others and with restaurants, by indexes alone, in one statement for each program. */
export function selectVelocityFacts(db: Db, charges: readonly ChargeToCheck[]): Promise<VelocityFacts[]> {
  return forRowsOfPrograms(charges, (partnerId, ofProgram) => selectFactsOf(db, partnerId, ofProgram))
}

async function selectFactsOf(
  db: Db,
  partnerId: string,
  charges: readonly ChargeToCheck[],
): Promise<VelocityFacts[]> {
  const { source } = unnested(charges, { memberId: 'text', cardToken: 'text', merchantId: 'text' })
  const listed = (query: ReturnType<typeof sql>) => sql`(
    select coalesce(json_agg(id order by id), '[]') from (${query} limit ${sql.lit(mostMembers)}) as found (id))`
  const { rows } = await sql<Found>`
    select charge.n::int, member.email, member.phone_number as member_phone,
      coalesce(merchant.phone, '') as phone, coalesce(merchant.website, '') as website,
      coalesce(merchant.price_range, 0) as price_range,
      ${listed(sql`
        select distinct other.member_id from linked_cards other
        where other.partner_id = ${partnerId} and other.card_token = charge.card_token
          and other.member_id <> charge.member_id order by 1`)} as card_member_ids,
      ${listed(sql`
        select distinct other.member_id from member_devices own
        join member_devices other on other.partner_id = own.partner_id and other.browser_id = own.browser_id
        where own.partner_id = ${partnerId} and own.member_id = charge.member_id
          and other.member_id <> charge.member_id order by 1`)} as device_member_ids,
      ${listed(sql`
        select other.id from members other
        where other.partner_id = ${partnerId} and other.zip_code = member.zip_code
          and lower(other.address1) = lower(member.address1) and other.address1 <> '' and member.address1 <> ''
          and lower(other.address2) = lower(member.address2) and other.id <> charge.member_id
          and other.erased_at is null order by 1`)} as address_member_ids
    from ${source} with ordinality as charge (member_id, card_token, merchant_id, n)
    join members member on member.partner_id = ${partnerId} and member.id = charge.member_id
    left join merchants merchant on merchant.id = charge.merchant_id`.execute(db)
  return byKey(charges, rows).map(([found]) => {
    const { email, memberPhone, phone, website, ...facts } = found!
    return { ...facts, staffMatch: staffMatchOf({ email, phone: memberPhone }, { phone, website }) }
  })
}
