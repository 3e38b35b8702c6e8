export const trackingCopy = {
  'consent.label': 'Privacy choices',
  'consent.title': 'Allow analytics?',
  'consent.text':
    'If you agree, we note which pages and restaurants you look at and the site you came from, to make {program name} better. Everything works either way.',
  'consent.privacy': 'Privacy policy',
  'consent.agree': 'Agree',
  'consent.refuse': 'No thanks',
  'consent.close': 'Close privacy choices',
  'consent.now.granted': 'You agreed to this. You can change your mind here.',
  'consent.now.denied': 'You declined. You can change your mind here.',
  'consent.browserSaysNo':
    'Your browser asks sites not to track you (Global Privacy Control). We respect that: nothing is recorded.',
  'consent.understood': 'OK',
  'consent.change': 'Privacy choices',
} as const
