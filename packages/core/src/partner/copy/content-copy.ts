export const contentCopy = {
  'content.welcome': 'Welcome back, {first name}',
  'content.dine.title': 'You are all set',
  'content.dine.text': 'Pay with a linked card at any restaurant on the list. It counts by itself.',
  'content.dine.action': 'Find a restaurant',

  'guides.title': 'Guides',
  'guides.text': 'Places that our editors chose, and why.',
  'guides.all': 'All guides',
  'guides.inSearch': 'In our guides',
  'guides.by': 'By {author}',
  'guides.count': '{count} places',
  'guides.empty': 'No guides yet.',
  'guides.empty.action': 'Search all restaurants',

  'howItWorks.documentTitle': 'How it works',

  'earn.documentTitle': 'Ways to earn',
  'earn.offers.title': 'On the table now',
  'earn.empty.title': 'No offers right now',
  'earn.empty.text':
    'Your usual rate applies at every participating restaurant. New offers show up here first.',
  'earn.ways.title': 'More ways to earn',
  'earn.more': 'Read more',
  'earnRate.about': 'How this is counted',
} as const
