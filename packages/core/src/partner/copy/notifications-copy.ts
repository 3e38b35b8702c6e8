/** The server writes these, and a lock screen shows them. */
export const pushCopy = {
  'notifications.earned.title': 'You earned {reward}',
  'notifications.earned.body': 'Your visit at {restaurant} counts.',
  'notifications.tableOffer.title': 'A table opened up at {merchant}',
  'notifications.tableOffer.body': '{time}, {party}. We hold it for you until {until}.',
} as const

export const notificationsCopy = {
  'notifications.title': 'Notifications',
  'notifications.text': 'Hear about it when a visit has earned you a reward.',
  'notifications.switch': 'Notify me on this device when I earn',
  'notifications.hint':
    'Shows the restaurant and the reward, also on a locked screen, and nothing else. Ends when you turn it off or sign out.',
  'notifications.denied':
    'Your browser blocks notifications from this site. Allow them in the site’s settings in your browser, then come back.',
  'notifications.unsupported': 'This browser does not support notifications.',
  'notifications.unsupported.app': 'This version of the app cannot notify you. Update it, then come back.',
  'notifications.install':
    'On iPhone and iPad, notifications work in the app on your home screen: tap Share, then “Add to Home Screen”, and open it from there.',
  'notifications.script': 'Turning notifications on needs JavaScript.',
  'notifications.on': 'Notifications are on for this device.',
  'notifications.off': 'Notifications are off for this device.',
  'notifications.dismissed': 'Notifications stay off until you allow them when your browser asks.',
  'notifications.dismissed.app':
    'Notifications stay off until you allow them for this app in your device’s settings.',
  'notifications.failed': 'That did not work. Try again.',
  'notifications.others': 'Also on',
  'notifications.inApp': 'App on {device}',
  'notifications.since': 'Turned on {date}',
  'notifications.remove': 'Turn off',
  'notifications.remove.working': 'Turning off',
  'notifications.remove.label': 'Turn off notifications on {device}',
  'notifications.remove.done': 'Notifications are off on {device}.',
} as const
