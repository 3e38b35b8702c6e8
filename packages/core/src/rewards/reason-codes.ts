/** They say why a dine earned nothing, less, or not yet. The copy has a text for each: `reason.<code>`. */
export const reasonCodes = [
  'not_participating',
  'merchant_left',
  'merchant_not_yet_joined',
  'excluded_day',
  'acclaimed_locked',
  'third_party_delivery',
  'card_not_linked_at_dine',
  'card_removed',
  'account_closed',
  'currency_not_supported',
  'amount_zero',
  'below_minimum_reward',
  'refunded_in_full',
  'authorization_expired',
  'tip_pending',
  'under_review',
  'review_refused',
  'partly_refunded',
  'online_order',
  'monthly_spend_reached',
  'monthly_visits_reached',
  'member_number_unknown',
  'partner_rejected',
  'rest_to_be_paid',
] as const

export type ReasonCode = (typeof reasonCodes)[number]
