export const pagesCopy = {
  'unsubscribe.documentTitle': 'Unsubscribe',
  'unsubscribe.ask.title': 'Stop emails with offers and news?',
  'unsubscribe.ask.text': 'Emails about your account, your tables and your rewards still come.',
  'unsubscribe.ask.earning': 'Without these emails you earn {earning level 0}, with them {earning level 2}.',
  'unsubscribe.ask.action': 'Unsubscribe',
  'unsubscribe.done.title': 'You are unsubscribed',
  'unsubscribe.done.text':
    'No more emails with offers and news from {program name}. Emails about your account, your tables and your rewards still come.',
  'unsubscribe.done.earning':
    'From now on you earn {earning level 0}. Subscribe again to earn {earning level 2}.',
  'unsubscribe.done.action': 'Subscribe again',
  'unsubscribe.undone.title': 'You are subscribed again',
  'unsubscribe.undone.text':
    'Emails with offers and news from {program name} keep coming. You can stop them at any time.',
  'unsubscribe.undone.earning': 'You earn {earning level 2}, as before.',
  'unsubscribe.undone.action': 'Find a restaurant',
  'unsubscribe.working': 'One moment…',

  'changePassword.title': 'Change your password',
  'changePassword.text': 'Your other devices are signed out, and we email you about the change.',
  'changePassword.current': 'Current password',
  'changePassword.password': 'New password',
  'changePassword.submit': 'Change password',
  'changePassword.working': 'One moment…',
  'changePassword.done': 'Your password is changed. Your other devices are signed out.',
  'changePassword.forgotten': 'You do not know it? Reset your password',
  'changePassword.back': 'Back to your profile',

  'myData.title': 'Your data',
  'myData.text': 'Download everything that we store about you, as a file that other programs can read.',
  'myData.export': 'Download my data',
  'myData.leave': 'Delete my account',

  'leave.title': 'Delete your account',
  'leave.text':
    'Your account is deleted {days} days after you ask for it. Until then you can change your mind.',
  'leave.what.title': 'What happens',
  'leave.what.details':
    'Your name, addresses, cards, favorites, reservations and everything else that names you is deleted.',
  'leave.what.rewards': 'Rewards that are not paid out by that day are given up. They cannot be restored.',
  'leave.what.unpaid': 'Not paid out yet: {reward}.',
  'leave.what.kept': 'Amounts of visits stay in our books, without your name.',
  'leave.what.again': 'You can join again later with the same email, as a new member.',
  'leave.confirm.title': 'Are you sure?',
  'leave.password.hint': 'So that no one else deletes your account.',
  'leave.recent': 'You have to have signed in during the last five minutes.',
  'leave.recent.action': 'Sign in again',
  'leave.submit': 'Delete my account',
  'leave.working': 'One moment…',
  'leave.back': 'Back to your profile',
  'leave.asked': 'Your account will be deleted. Until then it works as usual.',
  'leave.asked.title': 'You asked us to delete your account',
  'leave.asked.text':
    'There is nothing more to do. To keep your account, use the button above before that day.',
  'leave.notice.title': 'Your account will be deleted on {date}',
  'leave.notice.text': 'You asked for this. If you changed your mind, or it was not you, keep your account.',
  'leave.notice.action': 'Keep my account',

  'joinElsewhere.title': 'Join with your {partner name} account',
  'joinElsewhere.text':
    '{program name} has no password of its own. Your {partner name} account is all you need: sign in with it, then link the card you dine with.',
  'joinElsewhere.action': 'Sign in or join',
  'joinElsewhere.number': 'Have your {member number label} at hand.',

  'survey.success.documentTitle': 'Thank you',
  'survey.success.title': 'Thank you for telling us',
  'survey.success.text': 'We received your answers. They help us decide which restaurants to add.',
  'survey.error.documentTitle': 'Survey not sent',
  'survey.error.title': 'Oops, issue processing the survey',
  'survey.error.text': 'We couldn’t save your answers. Please try again later, or tell our team.',

  'order.description': 'Order online from {merchant} in {city}, and see what an order earns.',
  'order.none.title': '{merchant} takes no orders online',
  'order.none.text': 'Call, or come by: dinner there earns all the same.',
  'order.none.guide': 'Call, or come by.',
  'order.left.text': 'It left on {date}, and orders there no longer earn.',
  'order.merchant': 'More about {merchant}',
} as const
