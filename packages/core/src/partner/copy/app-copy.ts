export const appCopy = {
  /** Below an icon there is room for about twelve letters. */
  'app.shortName': '{partner name}',
  'app.description': 'Restaurants near you, with {program name}.',
  'app.shortcut.search': 'Find a restaurant',
  'app.shortcut.account': 'My account',

  'offline.documentTitle': 'You are offline',
  'offline.title': 'You are offline',
  'offline.text': 'This page isn’t available offline. Try again when you are connected.',
  'offline.cached.title': 'Available offline',
  'offline.cached.home': 'Home page',
  'offline.cached.search': 'Your last search',
  'offline.cached.overview': 'Account overview',
  'offline.cached.activity': 'Your last activity',
  'offline.retry': 'Try again',
  'offline.notice': 'You are offline. Showing information from {time}.',
  'offline.notice.slow': 'The connection is slow. Showing information from {time}.',
  'offline.notice.forms': 'You can’t send forms now; what you type stays on the page.',

  'newVersion.text': 'A new version is ready.',
  'newVersion.action': 'Reload',
} as const
