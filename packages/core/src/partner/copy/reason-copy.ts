/**
 * Each text says why a dine earned nothing, or less, then what to do. Keys are the reason codes of the reward rules.
 */
export const reasonCopy = {
  'reason.not_participating':
    'This restaurant is not in the program. Search shows those that are, and their pages the days on which they earn.',
  'reason.merchant_left':
    'This restaurant had left the program by the day you dined. Its page shows the last earning day; search has others nearby.',
  'reason.merchant_not_yet_joined':
    'This restaurant was not in the program yet when you dined. Its page says from which day on visits there count.',
  'reason.card_not_linked_at_dine':
    'You linked this card after you paid. From now on visits with it count; there is nothing you need to do.',
  'reason.card_removed':
    'This card was no longer linked when you paid. Link it again, or pay with one of your linked cards next time.',
  'reason.currency_not_supported':
    'This bill was not in US dollars, and only dollar bills earn. If you were asked to choose a currency, choose dollars.',
  'reason.amount_zero': 'The restaurant sent a bill of $0, so there was nothing to earn on.',
  'reason.refunded_in_full': 'The restaurant refunded the whole bill, so we took the reward back.',
  'reason.authorization_expired': 'The restaurant never collected this payment, so you were not charged.',
  'reason.excluded_day':
    'This restaurant does not earn on that day of the week. Its page shows the days that count.',
  'reason.acclaimed_locked':
    'This is an Acclaimed restaurant, which earns from a level above yours. Its page says how to get there; other restaurants earn already.',
  'reason.third_party_delivery':
    'Another company delivered this order, and those do not earn. Order on the restaurant’s own page, and the food earns.',
  'reason.monthly_spend_reached':
    'Spending at this restaurant earns up to a monthly limit, and you have reached it. It starts again on the first of the month.',
  'reason.monthly_visits_reached':
    'You had used all earning visits of this restaurant for the month. They start again on the first of the month.',
  'reason.account_closed':
    'Your account was closed when you dined. Link a card to open it again, and your next visit counts.',
  'reason.below_minimum_reward':
    'The bill was too small for a whole reward at your rate. Bills add up only within one visit.',
  'reason.under_review': 'We are checking this dine.',
  'reason.review_refused': 'We checked this dine, and it earns no reward.',
  'reason.tip_pending': 'Estimate before tip. Final in a few days, when the restaurant collects the payment.',
  'reason.partly_refunded': 'The restaurant refunded part of the bill, so this is the reward on the rest.',
  'reason.online_order':
    'Orders online earn on the food and drinks, without tax, tip and fees. At a table the whole bill earns.',
  'reason.member_number_unknown':
    '{partner name} does not know the {member number label} we have of yours, so this reward could not be added to your account. Write to {support email} with the right one, and it is sent again.',
  'reason.partner_rejected':
    '{partner name} has not added this reward to your account. Write to {support email} or call {support phone}, and we find out why.',
  'reason.rest_to_be_paid': 'Part of this reward has been paid. The rest was added later, and is on its way.',

  // These are rewards without a dine, in the activity list.
  'reward.referral.friend': 'Referral bonus: you joined with a friend’s link',
  'reward.referral.referrer': 'Referral bonus: a friend joined and dined',
  'reward.referral.takenBack': 'Referral bonus taken back: the visit was refunded',
} as const
