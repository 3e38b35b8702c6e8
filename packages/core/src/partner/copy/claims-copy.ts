/** "My dine is missing": what a report is answered, and what is wrong with one. The server fills these in. */
export const claimsCopy = {
  'claims.answer.received':
    'We have your report and are looking for this visit. You’ll hear from us by {date}.',
  'claims.answer.network':
    'We have not seen this payment, so we asked the card network about it. You’ll hear from us by {date}.',
  'claims.answer.person': 'Our team is reviewing your report. You’ll hear from us by {date}.',
  'claims.answer.event_found':
    'The card network told us about this payment, but its report could not be used. Our team is reviewing it. You’ll hear from us by {date}.',
  'claims.answer.dine_to_check':
    'We found this visit: {amount} with your card ending in {last four}. The restaurant reported that nothing was paid in the end. Our team is reviewing it. You’ll hear from us by {date}.',
  'claims.answer.pending':
    'We found this visit: {amount} with your card ending in {last four}. The restaurant has not collected the payment yet. The reward follows when it does, or you hear from us by {date}.',
  'claims.answer.already_earned':
    'We found this visit: {amount} with your card ending in {last four}. It earned {reward} and is in your activity. If you mean another visit, report it again with its receipt or a note, and our team will review it.',
  'claims.answer.approved': 'Approved: this visit earned {reward}. It is in your activity.',
  'claims.answer.earned_nothing':
    'We found this visit: {amount} with your card ending in {last four}. {reason}',
  'claims.answer.card_linked_later':
    'Your card ending in {last four} was linked on {link date}, after this visit. Visits earn from the moment a card is linked.',
  'claims.answer.card_removed_before':
    'Your card ending in {last four} was removed on {link date}, before this visit. Link it again, and your next visit with it counts.',
  'claims.answer.no_card':
    'None of your cards was linked on that day. Visits earn from the moment a card is linked.',
  'claims.answer.not_earning': 'We have not seen this payment, and it could not earn. {reason}',
  'claims.answer.declined': 'We could not confirm this visit. {reason}',
  'claims.problem.date': 'Enter the date as year, month and day, such as 2026-03-09.',
  'claims.problem.future': 'This date is in the future.',
  'claims.problem.tooEarly': 'Visits can take {days} days to appear. Report this one from {date} on.',
  'claims.problem.tooLate': 'Visits can be reported for {days} days. This one is too long ago.',
  'claims.problem.amount': 'Enter the amount that you paid, such as 42.50.',
  'claims.problem.merchant': 'Choose a restaurant of this program.',
  'claims.problem.card': 'Choose one of your own cards.',
  'claims.problem.open': 'You have reported a visit at this restaurant on that day already.',
} as const
