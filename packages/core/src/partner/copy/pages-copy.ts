export const pagesCopy = {
  'fixCredentials.documentTitle': 'Update your email',
  'fixCredentials.heading': 'Does your email still reach you?',
  'fixCredentials.people':
    'We write to {email}, and you sign in with it. If messages no longer reach you there, tell our team which address to use instead.',

  'unsubscribe.documentTitle': 'Unsubscribe',
  'unsubscribe.ask.title': 'Stop emails with offers and news?',
  'unsubscribe.ask.text': 'Mails about your account, your tables and your rewards still come.',
  'unsubscribe.ask.earning': 'Without these emails you earn {earning level 0}, with them {earning level 2}.',
  'unsubscribe.ask.action': 'Unsubscribe',
  'unsubscribe.done.title': 'You are unsubscribed',
  'unsubscribe.done.text':
    'No more emails with offers and news from {program name}. Mails about your account, your tables and your rewards still come.',
  'unsubscribe.done.earning':
    'From now on you earn {earning level 0}. Subscribe again to earn {earning level 2}.',
  'unsubscribe.done.action': 'Subscribe again',
  'unsubscribe.undone.title': 'You are subscribed again',
  'unsubscribe.undone.text':
    'Emails with offers and news from {program name} keep coming. You can stop them at any time.',
  'unsubscribe.undone.earning': 'You earn {earning level 2}, as before.',
  'unsubscribe.undone.action': 'Find a restaurant',
  'unsubscribe.working': 'One moment…',

  'profileDetails.text': 'The information we have about you.',
  'profileDetails.list': 'Your details',
  'profileDetails.name': 'Name',
  'profileDetails.email': 'Email',
  'profileDetails.memberNumber': '{member number label}',
  'profileDetails.address': 'Address',
  'profileDetails.zipCode': 'ZIP code',
  'profileDetails.phone': 'Mobile phone',
  'profileDetails.emailOptIn': 'Program emails',
  'profileDetails.smsOptIn': 'Text messages',
  'profileDetails.on': 'On',
  'profileDetails.off': 'Off',
  'profileDetails.none': 'Not provided',
  'profileDetails.change.title': 'Something to change?',
  'profileDetails.change.text': 'Tell our team. They change it with you, and you see it here at once.',
  'profileDetails.change.names': 'Your name comes from your {partner name} account and is changed there.',

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

  'order.none.title': '{merchant} takes no orders online',
  'order.none.text': 'Call, or come by: a table earns all the same.',
  'order.none.guide': 'Call, or come by.',
  'order.left.text': 'It left on {date}, and orders there no longer earn.',
  'order.merchant': 'More about {merchant}',
} as const
