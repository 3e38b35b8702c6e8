/** "My dine is missing": what a report is answered, and what is wrong with one. The server fills these in. */
export const claimsCopy = {
  'claims.answer.received': 'We have your report and are looking for this dine. You hear from us by {date}.',
  'claims.answer.network':
    'We have not seen this payment, so we asked the card network about it. You hear from us by {date}.',
  'claims.answer.person': 'A person is looking at your report. You hear from us by {date}.',
  'claims.answer.event_found':
    'The card network told us about this payment, but its report could not be used. A person is looking at it. You hear from us by {date}.',
  'claims.answer.dine_to_check':
    'We found this dine: {amount} with your card ending in {last four}. The restaurant reported that nothing was paid in the end. A person is looking at it. You hear from us by {date}.',
  'claims.answer.pending':
    'We found this dine: {amount} with your card ending in {last four}. The restaurant has not collected the payment yet. The reward follows when it does, or you hear from us by {date}.',
  'claims.answer.already_earned':
    'We found this dine: {amount} with your card ending in {last four}. It earned {reward} and is in your activity. If you mean another dine, report it again with its receipt or a note, and a person looks at it.',
  'claims.answer.approved': 'Approved: this dine earned {reward}. It is in your activity.',
  'claims.answer.earned_nothing':
    'We found this dine: {amount} with your card ending in {last four}. {reason}',
  'claims.answer.card_linked_later':
    'Your card ending in {last four} was linked on {link date}, after this dine. Dines earn from the moment a card is linked.',
  'claims.answer.card_removed_before':
    'Your card ending in {last four} was removed on {link date}, before this dine. Link it again, and your next dine with it counts.',
  'claims.answer.no_card':
    'None of your cards was linked on that day. Dines earn from the moment a card is linked.',
  'claims.answer.not_earning': 'We have not seen this payment, and it could not earn. {reason}',
  'claims.answer.declined': 'We could not confirm this dine. {reason}',
  'claims.problem.date': 'Give the date as year, month and day, such as 2026-03-09.',
  'claims.problem.future': 'This date is in the future.',
  'claims.problem.tooEarly': 'Dines can take {days} days to appear. Report this one from {date} on.',
  'claims.problem.tooLate': 'Dines can be reported for {days} days. This one is too long ago.',
  'claims.problem.amount': 'Give the amount that you paid, such as 42.50.',
  'claims.problem.merchant': 'Choose a restaurant of this program.',
  'claims.problem.card': 'Choose one of your own cards.',
  'claims.problem.open': 'You have reported a dine at this restaurant on that day already.',
} as const
