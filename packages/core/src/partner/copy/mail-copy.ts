/** Mails. They are written on the server, so these words do not travel to browsers. */
export const mailCopy = {
  'mail.welcome.subject': 'Welcome to {program name}, {first name}',
  'mail.welcome.preview': 'Your next dinner can already count.',
  'mail.welcome.title': 'Your next dinner counts, {first name}',
  'mail.welcome.text.card':
    'Link the card you dine with, if you have not yet. Pay with it at any restaurant on the list, tip included, and your {currency plural} arrive by themselves.',
  'mail.welcome.text.see':
    'You see each dine in your account the same day. Usually it is final within three days.',
  'mail.welcome.action': 'Find a restaurant',
  'mail.footer':
    'You get this because you joined {program name}. Questions? Write to {support email} or call {support phone}.',
} as const
