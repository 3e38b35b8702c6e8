import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { offerReward, offerRewardValue } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { OffersTable } from './offers.tables.ts'

export interface OfferKey {
  readonly partnerId: string
  readonly id: string
}

export type OfferRow = Selectable<OffersTable> & {
  readonly merchantIds: readonly string[]
  /** Null means everyone. */
  readonly memberIds: readonly string[] | null
}

const merchantIds = sql<string[]>`array(
  select merchant_id from offer_merchants
  where partner_id = offer.partner_id and offer_id = offer.id order by merchant_id)`.as('merchantIds')

const memberIds = sql<string[] | null>`case when audience = 'members' then array(
  select distinct member_id from flex_offers
  where partner_id = offer.partner_id and offer_id = offer.id order by member_id) end`.as('memberIds')

const ofKey = (db: Db, { partnerId, id }: OfferKey) =>
  db.selectFrom('offers as offer').selectAll('offer').where('partnerId', '=', partnerId).where('id', '=', id)

export async function selectOffer(db: Db, key: OfferKey): Promise<OfferRow | null> {
  return (await ofKey(db, key).select([merchantIds, memberIds]).executeTakeFirst()) ?? null
}

/** Call it in a transaction. */
export async function lockOffer(db: Db, key: OfferKey): Promise<OfferRow | null> {
  return (await ofKey(db, key).select([merchantIds, memberIds]).forUpdate().executeTakeFirst()) ?? null
}

/** @returns false where there is one of this id. */
export async function insertOffer(
  db: Db,
  key: OfferKey,
  { definition, amount, now }: { definition: OfferDefinition; amount: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('offers')
    .values({ ...key, ...columnsOf(definition, amount), createdAt: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await insertParts(db, key, definition, amount)
  return row !== undefined
}

/** Call it in a transaction. */
export async function updateOffer(
  db: Db,
  key: OfferKey,
  definition: OfferDefinition,
  amount: string,
): Promise<void> {
  const { partnerId, id } = key
  await db
    .updateTable('offers')
    .set(columnsOf(definition, amount))
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('offerMerchants').where('partnerId', '=', partnerId).where('offerId', '=', id).execute()
  await db.deleteFrom('flexOffers').where('partnerId', '=', partnerId).where('offerId', '=', id).execute()
  await insertParts(db, key, definition, amount)
}

/** Only one that has not begun. */
export async function deleteOffer(db: Db, { partnerId, id }: OfferKey): Promise<void> {
  await db.deleteFrom('offers').where('partnerId', '=', partnerId).where('id', '=', id).execute()
}

async function insertParts(
  db: Db,
  { partnerId, id }: OfferKey,
  definition: OfferDefinition,
  amount: string,
): Promise<void> {
  const { merchantIds, memberIds } = definition
  if (merchantIds.length > 0)
    await db
      .insertInto('offerMerchants')
      .values(merchantIds.map(merchantId => ({ partnerId, offerId: id, merchantId })))
      .execute()
  if (memberIds === null) return
  const { rewardKind, rewardValue, minimumSpendCents, startsOn, endsOn } = columnsOf(definition, amount)
  await sql`
    insert into flex_offers (partner_id, id, offer_id, member_id, merchant_id, web_message_offer_amount, reward_kind,
      reward_value, minimum_spend_cents, starts_on, ends_on, created_at)
    select ${partnerId}, gen_random_uuid()::text, ${id}, member_id, merchant_id, ${amount}, ${rewardKind},
      ${rewardValue}, ${minimumSpendCents}, ${startsOn}, ${endsOn}, offer.created_at
    from unnest(${[...memberIds]}::text[]) as member_id
    cross join unnest(${[...merchantIds]}::text[]) as merchant_id
    join offers offer on offer.partner_id = ${partnerId} and offer.id = ${id}`.execute(db)
}

function columnsOf(definition: OfferDefinition, amount: string) {
  const { name, reward, minimumSpendCents, budgetUnits, memberCapUnits } = definition
  const { startsOn, endsOn, merchantIds, memberIds } = definition
  return {
    name,
    minimumSpendCents,
    budgetUnits,
    memberCapUnits,
    startsOn,
    endsOn,
    webMessageOfferAmount: amount,
    audience: memberIds === null ? ('everyone' as const) : ('members' as const),
    isEverywhere: merchantIds.length === 0,
    rewardKind: reward.kind,
    rewardValue: offerRewardValue(reward),
  }
}

export function definitionOf(row: OfferRow): OfferDefinition {
  const { name, rewardKind, rewardValue, minimumSpendCents, budgetUnits, memberCapUnits } = row
  const { startsOn, endsOn, merchantIds, memberIds } = row
  return {
    name,
    reward: offerReward(rewardKind, rewardValue),
    minimumSpendCents,
    budgetUnits,
    memberCapUnits,
    startsOn,
    endsOn,
    merchantIds: [...merchantIds],
    memberIds: memberIds && [...memberIds],
  }
}
