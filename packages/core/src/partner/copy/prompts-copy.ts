export const promptsCopy = {
  'prompt.notNow': 'Not now',

  'toast.sessionRenew.failed': 'We could not reach the server. Try again before the minute is over.',

  'survey.label': 'Survey',
  'survey.frame': 'Survey questions',
  'survey.loading': 'Loading the survey',
  'survey.notLoaded': 'The survey didn’t load. Your browser may be blocking it.',
  'survey.required': 'Please choose an answer.',
  'survey.invalid': 'Please choose one of the answers.',
  'survey.send': 'Send my answers',
  'survey.unknown': 'This survey isn’t available anymore. Thank you for your interest.',

  'unlock.badge': 'See how to unlock it',
  'unlock.close': 'Not now',
} as const
