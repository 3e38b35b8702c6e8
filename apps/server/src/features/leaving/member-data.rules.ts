import { sql } from 'kysely'
import {
  type Condition,
  ofAddress,
  ofCards,
  ofDines,
  ofMails,
  ofMember,
  ofPostings,
  ofTexts,
} from './member-rows.rules.ts'

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

const accounting = 'accounting: it names the member by id only'
const appendOnly = 'append-only: it names the member by id only'
const secret = 'a secret, stored as a hash'

const exported = (as: string, ...columns: string[]) => ({ as, columns })

/**
 * Every table with rows about members: `leaving.test.ts` compares this list with the database's catalog. Erasing goes
 * from top to bottom: what is found through cards or mails comes before them.
 */
export const memberTables: readonly MemberTable[] = [
  {
    table: 'card_events',
    rows: ofCards,
    exported: exported('cardEvents', 'event', 'received_at', 'status', 'reason_code', 'body'),
    // A late report is recognized by its key, and needs no body.
    erased: {
      body: `'{}'`,
      status: `case when status in ('received', 'parked') then 'refused' else status end`,
      reason_code: `case when status in ('received', 'parked') then 'member_erased' else reason_code end`,
    },
  },
  {
    table: 'dine_amounts',
    rows: ofDines,
    exported: exported('dineAmounts', 'dine_id', 'kind', 'amount_cents', 'occurred_at', 'transaction_id'),
    erased: { not: accounting },
  },
  {
    table: 'dines',
    rows: ofMember,
    exported: exported(
      'dines',
      ...['id', 'merchant_id', 'merchant_name', 'dined_at', 'card_last_four', 'source_transaction_id'],
      ...['authorized_cents', 'cleared_cents', 'refunded_cents', 'reward_units', 'status', 'reason_code'],
      ...['decision', 'paid_at', 'created_at'],
    ),
    erased: { card_last_four: `'0000'` },
  },
  {
    table: 'linked_cards',
    rows: ofMember,
    exported: exported('cards', 'card_type', 'last_four', 'description', 'linked_at', 'removed_at'),
    erased: {
      card_token: `'erased:' || id`,
      last_four: `'0000'`,
      description: `''`,
      partner_card_id: 'null',
      removed_at: 'coalesce(removed_at, now())',
    },
  },
  {
    table: 'ledger_postings',
    rows: ofPostings,
    exported: exported('rewardPostings', 'id', 'kind', 'correlation_id', 'reason_code', 'posted_at'),
    erased: { not: appendOnly },
  },
  {
    table: 'ledger_entries',
    rows: ofMember,
    exported: exported('rewardEntries', 'posting_id', 'account', 'units'),
    erased: { not: appendOnly },
  },
  {
    table: 'accruals',
    rows: ofMember,
    exported: exported(
      'accruals',
      ...['file_id', 'posting_id', 'member_number', 'units', 'state', 'partner_code', 'answered_at'],
    ),
    // The partner knows whom its files name.
    erased: { member_number: 'null' },
  },
  {
    table: 'statement_credits',
    rows: ofMember,
    exported: exported(
      'statementCredits',
      ...['id', 'amount_cents', 'target_type', 'target_label', 'benefit_processor', 'status', 'reason_code'],
      ...['created_at', 'settled_at'],
    ),
    erased: { target_label: `''`, target_ref: `''` },
  },
  {
    table: 'ledger_allocations',
    rows: ofMember,
    exported: exported('rewardAllocations', 'debit_id', 'earning_id', 'units', 'created_at', 'freed_at'),
    erased: { not: accounting },
  },
  {
    table: 'member_bonuses',
    rows: ofMember,
    exported: exported('bonuses', 'code', 'bonus_status', 'description', 'is_new_member_bonus', 'created_at'),
    erased: 'deleted',
  },
  {
    table: 'flex_offers',
    rows: ofMember,
    exported: exported('offers', 'merchant_id', 'web_message_offer_amount', 'starts_on', 'ends_on'),
    erased: 'deleted',
  },
  {
    table: 'reservations',
    rows: ofMember,
    exported: exported(
      'reservations',
      ...['merchant_id', 'starts_at', 'party_size', 'status', 'confirmation_code', 'bonus_amount'],
      ...['bonus_status', 'booked_at', 'canceled_at'],
    ),
    // With them the tables become free.
    erased: 'deleted',
  },
  {
    table: 'table_holds',
    rows: ofMember,
    exported: exported('tableHolds', 'merchant_id', 'starts_at', 'party_size', 'expires_at'),
    erased: 'deleted',
  },
  {
    table: 'booking_bans',
    rows: ofMember,
    exported: exported('bookingBans', 'banned_at'),
    erased: 'deleted',
  },
  {
    table: 'claims',
    rows: ofMember,
    exported: exported(
      'claims',
      ...[
        'merchant_id',
        'dined_on',
        'amount_cents',
        'note',
        'receipt_type',
        'state',
        'answer',
        'answer_values',
      ],
      ...['next_by', 'transaction_id', 'created_at', 'decided_at'],
    ),
    erased: 'deleted',
    hasFiles: true,
  },
  {
    table: 'member_favorites',
    rows: ofMember,
    exported: exported('favorites', 'merchant_id', 'added_at'),
    erased: 'deleted',
  },
  {
    table: 'survey_answers',
    rows: ofMember,
    exported: exported('surveyAnswers', 'survey_id', 'answers', 'context', 'answered_at'),
    erased: 'deleted',
  },
  {
    table: 'tracking_events',
    rows: ofMember,
    exported: exported(
      'tracking',
      ...['event', 'channel', 'merchant_id', 'user_agent', 'happened_at', 'properties'],
    ),
    erased: 'deleted',
  },
  {
    table: 'member_consents',
    rows: ofMember,
    exported: exported(
      'consents',
      ...['kind', 'version', 'wording', 'source', 'given_at', 'withdrawn_at', 'withdrawn_source'],
    ),
    erased: 'deleted',
  },
  {
    table: 'mail_suppressions',
    rows: ofAddress,
    exported: exported('mailReports', 'email', 'kind', 'reason', 'reported_at', 'cleared_at'),
    erased: 'deleted',
  },
  {
    table: 'prospect_emails',
    rows: ofAddress,
    exported: exported('prospectEmails', 'email', 'first_left_at', 'last_left_at'),
    erased: 'deleted',
  },
  {
    table: 'outgoing_mails',
    rows: ofMails,
    exported: exported('mails', 'recipient', 'subject', 'created_at', 'sent_at', 'failed_at'),
    erased: 'deleted',
    hasFiles: true,
  },
  {
    table: 'outgoing_texts',
    rows: ofTexts,
    exported: exported('texts', 'recipient', 'body', 'created_at', 'sent_at', 'failed_at'),
    erased: 'deleted',
    hasFiles: true,
  },
  {
    table: 'sessions',
    rows: ofMember,
    exported: exported(
      'sessions',
      ...['created_at', 'last_seen_at', 'expires_at', 'remembered'],
      ...['browser', 'system', 'language', 'time_zone'],
    ),
    erased: 'deleted',
  },
  {
    table: 'member_devices',
    rows: ofMember,
    exported: exported('devices', 'last_used_at', 'failed_sign_ins'),
    erased: 'deleted',
  },
  {
    table: 'passkeys',
    rows: ofMember,
    exported: exported('passkeys', 'name', 'created_at', 'last_used_at'),
    erased: 'deleted',
  },
  { table: 'passkey_challenges', rows: ofMember, exported: { not: secret }, erased: 'deleted' },
  {
    table: 'member_identities',
    rows: ofMember,
    exported: exported('identities', 'issuer', 'subject', 'linked_at'),
    erased: 'deleted',
  },
  {
    table: 'sign_in_failures',
    rows: ({ partnerId, id }) => sql`partner_id = ${partnerId} and account = ${id}`,
    exported: exported('failedSignIns', 'failed_at', 'locked_until'),
    erased: 'deleted',
  },
  {
    table: 'credential_changes',
    rows: ofMember,
    exported: exported('credentialChanges', 'email', 'expires_at', 'mailed_at'),
    erased: 'deleted',
  },
  {
    table: 'credential_reminders',
    rows: ofMember,
    exported: exported('credentialReminders', 'postponed_until'),
    erased: 'deleted',
  },
  {
    table: 'email_restore_links',
    rows: ofMember,
    exported: exported('earlierEmails', 'email', 'changed_at', 'expires_at'),
    erased: 'deleted',
  },
  {
    table: 'recovery_requests',
    rows: ({ partnerId, email, memberNumber }) =>
      sql`partner_id = ${partnerId} and lower(user_name) in (lower(${email}), lower(${memberNumber ?? email}))`,
    exported: { not: 'deleted within a minute' },
    erased: 'deleted',
  },
  { table: 'recovery_codes', rows: ofMember, exported: { not: secret }, erased: 'deleted' },
  { table: 'email_confirmations', rows: ofMember, exported: { not: secret }, erased: 'deleted' },
  {
    table: 'audit_log',
    rows: ({ partnerId, id, email }) => sql`partner_id = ${partnerId} and (
      subject = ${id} or (actor_kind = 'member' and actor = ${id}) or (subject = ${email} and action like 'booking.%'))`,
    exported: exported('auditLog', 'at', 'action', 'actor_kind', 'reason'),
    erased: { not: appendOnly },
  },
]
