import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** What finds a member's rows. Read before the first of them is erased. */
export interface MemberKeys {
  readonly partnerId: string
  readonly id: string
  readonly email: string
  readonly emailConfirmedAt: Date | null
  readonly signInName: string | null
  readonly memberNumber: string | null
}

export type Condition = (keys: MemberKeys) => RawBuilder<SqlBool>

/** All that one table holds about a member. */
export interface MemberTable {
  readonly table: string
  readonly rows: Condition
  /** As it is named in the export, and the columns; or why it is not in it. */
  readonly exported: { readonly as: string; readonly columns: readonly string[] } | { readonly not: string }
  /** Columns that are overwritten with SQL; or why the rows stay as they are. */
  readonly erased: 'deleted' | Readonly<Record<string, string>> | { readonly not: string }
  /** Deleted rows may have a file each, named by their id. */
  readonly hasFiles?: true
}

export const accounting = 'accounting: it names the member by id only'
export const appendOnly = 'append-only: it names the member by id only'
export const secret = 'a secret, stored as a hash'

export const exported = (as: string, ...columns: string[]) => ({ as, columns })

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
/** Mails to a guest hold codes and bookings: only the owner of a confirmed address reads them. */
const isReadable = ({ emailConfirmedAt }: MemberKeys) =>
  sql`(${emailConfirmedAt !== null} or cause not like 'guest-%')`
export const ofMails: Condition = keys =>
  sql`partner_id = ${keys.partnerId} and (
    member_id = ${keys.id} or (${isCurrent('recipient', keys)} and ${isReadable(keys)}))`
/** Those are of the address that the member has confirmed: anyone can type another person's. */
export const ofGuest: Condition = ({ partnerId, emailConfirmedAt, signInName }) =>
  sql`partner_id = ${partnerId} and contact_key = ${emailConfirmedAt === null ? null : signInName}`
export const ofBookings: Condition = keys =>
  sql`partner_id = ${keys.partnerId} and (reservation_id in (select id from reservations where ${ofMember(keys)})
    or guest_booking_id in (select id from guest_bookings where ${ofGuest(keys)}))`
/**
 * North American, as texts are sent; to an earlier number when texts were turned on. Those to a guest are not theirs: no
 * member's number is confirmed.
 */
export const ofTexts: Condition = ({ partnerId, id }) =>
  sql`partner_id = ${partnerId} and cause not like 'guest-%' and (starts_with(cause, ${`opt-in:${id}:`}) or recipient = (
    select '+1' || phone_number from members where partner_id = ${partnerId} and id = ${id} and phone_number <> ''))`
export const ofCards: Condition = ({ partnerId, id }) =>
  sql`linked_card_id in (select id from linked_cards where partner_id = ${partnerId} and member_id = ${id})`
export const ofDines: Condition = ({ partnerId, id }) =>
  sql`partner_id = ${partnerId} and dine_id in (select id from dines where partner_id = ${partnerId} and member_id = ${id})`
export const ofEvents: Condition = ({ partnerId, id }) =>
  sql`partner_id = ${partnerId} and event_id in (select id from api_events where partner_id = ${partnerId} and member_id = ${id})`
export const ofPostings: Condition = ({ partnerId, id }) => sql`partner_id = ${partnerId} and id in (
  select posting_id from ledger_entries where partner_id = ${partnerId} and member_id = ${id})`
export const ofReviews: Condition = ({ partnerId, id }) =>
  sql`id in (select id from member_reviews where partner_id = ${partnerId} and member_id = ${id})`
export const ofLists: Condition = ({ partnerId, id }) => sql`partner_id = ${partnerId} and list_id in (
  select id from member_lists where partner_id = ${partnerId} and member_id = ${id})`
