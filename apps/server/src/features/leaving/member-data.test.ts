import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { memberTables } from './member-data.rules.ts'

interface Column {
  readonly table: string
  readonly column: string
}
let columns: readonly Column[]

beforeAll(async () => {
  const app = await createTestApp()
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`.execute(app.database.db)
  columns = rows
})

/** With a column that looks as if it named a member, or rows of one. */
const isAboutMembers =
  /member_id$|subscriber_id|linked_card_id|dine_id|posting_id|recipient|email|user_name|^account$|^subject$/
const others: Readonly<Record<string, string>> = {
  members: 'written and anonymized by itself',
  proven_identities: 'of visitors before they join or link; deleted 30 minutes after the sign-in',
  review_reports: 'of owners of restaurants',
  staff: 'people who work for the program',
  staff_identities: 'theirs at the provider of their sign-in',
}

test('every table with rows about members is in the list, or is there for a reason', () => {
  const found = new Set(columns.filter(({ column }) => isAboutMembers.test(column)).map(({ table }) => table))
  const listed = new Set([...memberTables.map(({ table }) => table), ...Object.keys(others)])
  expect([...found].filter(table => !listed.has(table))).toEqual([])
})

/** Keys of rows, what the program needs to do its work, marks of changes, and hashes. */
const technical =
  /^(id|partner_id|member_id|linked_card_id|dine_id|merchant_id|card_event_id|idempotency_key|source_key|row_version|changed_(in|at)|counts_at)$|_hash$|token/
/** Columns of exported tables that say nothing about the member. */
const left: Readonly<Record<string, readonly string[]>> = {
  // These are people of the program.
  adjustments: ['author', 'reversed_by'],
  // What staff wrote to each other, and the call itself.
  approvals: [
    'call',
    'input',
    'input_digest',
    'effect',
    'reason',
    'asked_by',
    'asked_by_email',
    'asked_by_name',
    'expires_at',
    'decided_by',
    'decided_by_email',
    'decision_reason',
    'about',
  ],
  audit_log: ['actor', 'subject', 'before', 'after', 'client', 'session'],
  claims: ['request_id', 'assignee'],
  claim_notes: ['author'],
  card_events: [
    'provider',
    'dedupe_key',
    'kind',
    'transaction_id',
    'amount_cents',
    'reported_card_id',
    'processed_at',
    'attempts',
    'retry_at',
    'last_error',
  ],
  credential_changes: ['failed_tries'],
  dine_amounts: ['original_transaction_id', 'auth_code', 'created_at', 'reported_at'],
  dines: ['auth_code', 'updated_at'],
  emulated_sessions: ['emulated_by', 'ticket_expires_at', 'expires_at'],
  guest_bookings: ['table_no', 'ends_at', 'contact_kind', 'contact_key', 'change_count'],
  // The offer is of other members too; what was promised is in the row.
  flex_offers: ['offer_id'],
  linked_cards: ['partner_card_id'],
  // They name other members, browsers and staff.
  dine_holds: ['hits', 'limits', 'decided_by', 'assignee', 'overdue_mailed_at', 'merchant_id', 'updated_at'],
  member_devices: ['browser_id'],
  // The target is in its label.
  statement_credits: ['external_id', 'target_ref', 'attempts', 'next_attempt_at', 'received_at'],
  // Says only that it changed.
  member_balances: ['version'],
  outgoing_mails: [
    'cause',
    'text_body',
    'html_body',
    'attempts',
    'next_attempt_at',
    'last_error',
    'secret_until',
    'subscriber_id',
  ],
  outgoing_pushes: ['cause', 'recipient', 'attempts', 'next_attempt_at', 'last_error'],
  outgoing_texts: ['cause', 'secret_until', 'attempts', 'next_attempt_at', 'last_error'],
  passkeys: ['public_key', 'counter', 'transports'],
  // These are secrets between us and the browser.
  push_subscriptions: ['p256dh', 'auth', 'session_id'],
  // The other person's.
  referrals: ['referrer_id', 'referrer_refusal', 'referrer_reward_id', 'reserved_units'],
  reservations: ['provider', 'provider_booking_id', 'table_no', 'ends_at', 'change_count'],
  sessions: ['provider_session', 'provider_subject', 'authenticated_at'],
  sign_in_failures: ['account', 'updated_at'],
  table_alerts: ['evening', 'queue_no', 'offered_tables'],
  table_holds: ['alert_id', 'table_no', 'ends_at'],
  tracking_events: ['received_at'],
}

test('every column of an exported table is in the export, or is there for a reason', () => {
  const missing = memberTables.flatMap(({ table, exported }) => {
    if ('not' in exported) return []
    const known = [...exported.columns, ...(left[table] ?? [])]
    return columns
      .filter(one => one.table === table && !technical.test(one.column) && !known.includes(one.column))
      .map(({ column }) => `${table}.${column}`)
  })
  expect(missing).toEqual([])
})
