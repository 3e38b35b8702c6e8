/** The pages a visitor meets first: home, discover, how it works, ways to earn. */
export const homeCopy = {
  'home.documentTitle': '{program name}',
  'home.promise': 'Dinner that gives something back',
  'home.promise.text': 'Link a card you already carry, eat out, and earn {currency plural} at every table.',
  'home.member.text': 'Pick a table and pay with a linked card. The rest happens by itself.',
  'home.search.label': 'Where are you hungry?',
  'home.search.action': 'Find a table',
  'home.near.title': 'Near you tonight',
  'home.near.all': 'View all',
  'home.join.title': 'Start with your next dinner',
  'home.join.text':
    'Joining is free and takes about two minutes. No coupons, no receipts, nothing to show at the till.',
  'home.join.action': 'Join free',

  'steps.title': 'How it works',
  'steps.search.title': 'Search',
  'steps.search.text': 'Pick a restaurant near you. Each one says whether you earn there today.',
  'steps.dine.title': 'Dine and pay',
  'steps.dine.text': 'Pay with a linked card, as you always do. The whole bill counts, tip included.',
  'steps.earn.title': 'Earn',
  'steps.earn.text': 'Your {currency plural} land in your account by themselves, usually within a few days.',

  'earnRate.title': 'What you earn here',
  'earnRate.signedOut': 'Up to {earning level 3}',
  'earnRate.tier0': '{earning level 0}',
  'earnRate.tier1': 'Activate your account to earn {earning level 0}',
  'earnRate.tier2': '{earning level 2}',
  'earnRate.tier3': '{earning level 3}, at every restaurant',

  'prospect.title': 'Leave your email, we will set the table',
  'prospect.label': 'Email',
  'prospect.action': 'Get started',
  'prospect.working': 'Working on your request, please wait.',

  'discover.documentTitle': 'Discover restaurants',
  'discover.greeting': 'What are you in the mood for?',
  'discover.greeting.member': 'Hungry, {first name}?',
  'discover.near.title': 'Close by',
  'discover.new.title': 'New on the list',
  'discover.acclaimed.title': 'Worth dressing up for',
  'discover.reservations.title': 'Book a table for tonight',

  'howItWorks.documentTitle': 'How it works',
  'howItWorks.title': 'Three steps, and one of them is dinner',
  'howItWorks.safe.title': 'Your card number stays private',
  'howItWorks.safe.text':
    'You type it into a sealed form that we cannot read. We keep a token, the brand and the last four digits.',
  'howItWorks.when.title': 'When do {currency plural} arrive?',
  'howItWorks.when.text':
    'You see a dine the same day, marked Processing. Once the bank settles it, usually in one to three days, the amount is final. Allow up to two weeks for it to post.',
  'howItWorks.missing.title': 'A dinner did not count?',
  'howItWorks.missing.text':
    'Every dine is in your activity with its reason, and what to do about it. Ten days after the meal you can also ask us to look.',

  'earn.documentTitle': 'Ways to earn',
  'earn.title': 'Ways to earn more',
  'earn.empty.title': 'No offers right now',
  'earn.empty.text':
    'Your usual rate applies at every participating restaurant. New offers show up here first.',
  'earn.newMember.title': 'A bonus for your first dinners',
  'earn.newMember.text':
    'Register for the new-member bonus, then dine with a linked card within 90 days of joining.',
  'earn.reservations.title': 'Book ahead, earn {bonus amount} {bonus currency}',
  'earn.reservations.text':
    'Reserve here at least {lead hours} hours ahead and keep the booking. The bonus follows the meal.',
  'earn.vip.title': 'Become a VIP',
  'earn.vip.text':
    'Dine {dines required} times in a year. VIPs earn at Acclaimed restaurants and keep their rate the year after.',
  'earn.topgolf.title': 'Play, eat, earn',
  'earn.topgolf.text': 'Food and drinks at the bays count like any dinner when you pay with a linked card.',

  'activate.documentTitle': 'Activate your account',
  'activate.title': 'You are one tap from earning',
  'activate.text':
    'Your {program name} account is ready. Activate it, link a card, and your next dinner counts.',
  'activate.action': 'Activate my account',
  'activate.working': 'Activating your account',
  'activate.done.title': 'You are in',
  'activate.done.text': 'Your account is active. Find a table and start earning {currency plural}.',
  'activate.done.action': 'Find a restaurant',
  'activate.error': 'There was an error activating your account. Please contact customer support.',

  'unlock.title': 'This one is Acclaimed',
  'unlock.text.tier0': 'To earn here, turn on program emails in your profile: that moves you up a level.',
  'unlock.text.tier2': 'VIPs earn at every Acclaimed restaurant. You are a few dinners away.',
  'unlock.action.tier0': 'Go to my profile',
  'unlock.action.tier2': 'See how VIP works',
} as const
