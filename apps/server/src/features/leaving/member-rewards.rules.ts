import {
  accounting,
  appendOnly,
  exported,
  type MemberTable,
  ofCards,
  ofDines,
  ofMember,
  ofPostings,
} from './member-rows.rules.ts'

/** What members earn, and what they earn it with. */
export const rewardTables: readonly MemberTable[] = [
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
    table: 'account_rewards',
    rows: ofMember,
    exported: exported(
      'accountRewards',
      ...[
        'id',
        'kind',
        'source',
        'units',
        'description',
        'dine_id',
        'corrects_id',
        'rewarded_at',
        'created_at',
      ],
    ),
    erased: { description: `''` },
  },
  {
    table: 'dine_components',
    rows: ofMember,
    exported: exported(
      'dineComponents',
      ...['dine_id', 'kind', 'code', 'units', 'granted_units', 'created_at', 'updated_at'],
    ),
    erased: { not: accounting },
  },
  {
    table: 'dines',
    rows: ofMember,
    exported: exported(
      'dines',
      ...['id', 'merchant_id', 'merchant_name', 'dined_at', 'card_last_four', 'source_transaction_id'],
      ...['authorized_cents', 'cleared_cents', 'refunded_cents', 'reward_units', 'component_units'],
      ...['status', 'reason_code'],
      ...['decision', 'paid_at', 'created_at'],
    ),
    erased: { card_last_four: `'0000'` },
  },
  {
    table: 'linked_cards',
    rows: ofMember,
    exported: exported(
      'cards',
      'card_type',
      'last_four',
      'description',
      'name',
      'linked_at',
      'removed_at',
      'expires_on',
    ),
    erased: {
      card_token: `'erased:' || id`,
      last_four: `'0000'`,
      description: `''`,
      name: 'null',
      partner_card_id: 'null',
      expires_on: 'null',
      removed_at: 'coalesce(removed_at, now())',
    },
  },
  {
    table: 'ledger_postings',
    rows: ofPostings,
    exported: exported(
      'rewardPostings',
      ...['id', 'kind', 'correlation_id', 'dine_id', 'reason_code', 'cause', 'posted_at', 'accounted_at'],
    ),
    erased: { not: appendOnly },
  },
  {
    table: 'ledger_entries',
    rows: ofMember,
    exported: exported('rewardEntries', 'posting_id', 'account', 'units'),
    erased: { not: appendOnly },
  },
  {
    table: 'member_balances',
    rows: ofMember,
    exported: exported('balance', 'units', 'in_flight_units', 'changed_at'),
    erased: { not: accounting },
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
    exported: exported(
      'bonuses',
      ...['code', 'bonus_status', 'description', 'is_new_member_bonus', 'created_at', 'enrolled_at'],
      ...['qualified_at', 'progress', 'definition'],
    ),
    erased: 'deleted',
  },
  {
    table: 'member_tiers',
    rows: ofMember,
    exported: exported(
      'tiers',
      ...[
        'tier_before',
        'tier_level',
        'cause',
        'valid_from',
        'vip_year',
        'qualification',
        'valid_to',
        'revoked_at',
        'created_at',
      ],
    ),
    erased: { not: accounting },
  },
  {
    table: 'account_closures',
    rows: ofMember,
    exported: exported('accountClosures', 'closed_at', 'reopened_at'),
    erased: 'deleted',
  },
  {
    table: 'member_bonus_changes',
    rows: ofMember,
    exported: exported('bonusChanges', 'code', 'bonus_status', 'changed_at'),
    erased: 'deleted',
  },
  {
    table: 'flex_offers',
    rows: ofMember,
    exported: exported(
      'offers',
      ...['merchant_id', 'web_message_offer_amount', 'reward_kind', 'reward_value', 'minimum_spend_cents'],
      ...['starts_on', 'ends_on', 'created_at'],
    ),
    erased: 'deleted',
  },
  {
    table: 'adjustments',
    rows: ofMember,
    exported: exported(
      'adjustments',
      ...['units', 'is_corporate', 'reason', 'dine_id', 'state', 'reward_id', 'created_at', 'decided_at'],
      ...['rejection_reason', 'reversal_reason', 'reversed_at'],
    ),
    erased: { reason: `''`, rejection_reason: 'null', reversal_reason: 'null' },
  },
  {
    table: 'referrals',
    rows: ofMember,
    exported: exported(
      'referrals',
      ...['refusal', 'dine_id', 'dined_on', 'reward_id', 'created_at', 'updated_at'],
    ),
    erased: { not: accounting },
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
]
