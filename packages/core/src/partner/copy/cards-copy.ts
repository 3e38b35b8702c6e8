/** Linked cards: the list, adding, and deleting. */
export const cardsCopy = {
  'cards.title': 'Linked cards',
  'cards.text': 'Pay with any of these and your dine counts.',
  'cards.empty.title': 'No card linked',
  'cards.empty.text': 'Link the card you dine with. Without one a dinner cannot count.',
  'cards.ending': '{brand} ending in {last four}',
  'cards.linked': 'Linked',
  'cards.list': 'Your linked cards',
  'cards.delete': 'Delete',
  'cards.delete.label': 'Delete {brand} ending in {last four}',
  'cards.deleting': 'Deleting...',
  'cards.deleting.wait': 'Do not refresh, deleting a linked card',
  'cards.deleted': 'Your card ending in {last four} has been deleted.',
  'cards.deleteFailed': 'Your card ending in {last four} can not be deleted, please try again later.',
  'cards.confirm.title': 'Delete this card?',
  'cards.confirm.text':
    'Dines with your card ending in {last four} will no longer earn. What it has earned stays yours.',
  'cards.confirm.action': 'Delete this card',
  'cards.confirm.cancel': 'Keep this card',
  'cards.confirmLast.title': 'This is your last card',
  'cards.confirmLast.text':
    'Deleting it closes your account and signs you out. Rewards already earned stay yours: link a card again and they are back.',
  'cards.confirmLast.survey': 'Tell us why you are leaving',
  'cards.confirmLast.action': 'Delete and close account',

  'cards.add.first': 'Link a card',
  'cards.add.title': 'Link another card',
  'cards.add.left.one': 'You can link one more card.',
  'cards.add.left.many': 'You can link {count} more cards.',
  'cards.add.maximum':
    'You have linked {max cards} cards, which is the most one account can hold. Delete one to link another.',
  'cards.add.tooMany': 'You can only add {count} cards to your account.',
  'cards.add.allLinked': 'All selected cards are linked.',
  'cards.add.someLinked': 'Some of your cards are linked. These are not:',
  'cards.add.noneLinked': 'None of your cards could be linked.',
  'cards.add.failure': '{description} ending in {last four} - {code}: {message}',
  'cards.add.success': 'Your card ending in {last four} has been linked.',
} as const
