import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What finds a member's rows. Read before the first of them is erased. */
export interface MemberKeys {
  readonly partnerId: string
  readonly id: string
  readonly email: string
  readonly signInName: string | null
  readonly memberNumber: string | null
}

export type Condition = (keys: MemberKeys) => RawBuilder<SqlBool>

export const ofMember: Condition = ({ partnerId, id }) => sql`partner_id = ${partnerId} and member_id = ${id}`
const isCurrent = (column: string, { email, signInName }: MemberKeys) =>
  sql`(${email} <> '' and lower(${sql.ref(column)}) in (${signInName ?? ''}, lower(${email})))`
/** Also an earlier one that was mailed to and is no other member's. */
export const ofAddress: Condition = keys => {
  const { partnerId, id } = keys
  return sql`partner_id = ${partnerId} and (${isCurrent('email', keys)} or lower(email) in (
    select lower(recipient) from outgoing_mails where partner_id = ${partnerId} and member_id = ${id}
    except select sign_in_name from members where partner_id = ${partnerId} and id <> ${id}))`
}
export const ofMails: Condition = keys =>
  sql`partner_id = ${keys.partnerId} and (member_id = ${keys.id} or ${isCurrent('recipient', keys)})`
/** North American, as texts are sent; to an earlier number when texts were turned on. */
export const ofTexts: Condition = ({ partnerId, id }) =>
  sql`partner_id = ${partnerId} and (starts_with(cause, ${`opt-in:${id}:`}) or recipient = (
    select '+1' || phone_number from members where partner_id = ${partnerId} and id = ${id} and phone_number <> ''))`
export const ofCards: Condition = ({ partnerId, id }) =>
  sql`linked_card_id in (select id from linked_cards where partner_id = ${partnerId} and member_id = ${id})`
export const ofDines: Condition = ({ partnerId, id }) =>
  sql`partner_id = ${partnerId} and dine_id in (select id from dines where partner_id = ${partnerId} and member_id = ${id})`
export const ofPostings: Condition = ({ partnerId, id }) => sql`partner_id = ${partnerId} and id in (
  select posting_id from ledger_entries where partner_id = ${partnerId} and member_id = ${id})`
