/** What is wrong with a review. The server fills these in. */
export const reviewsCopy = {
  'reviews.problem.links': 'Take out web addresses: reviews are about the restaurant.',
  'reviews.problem.contact':
    'Take out email addresses, telephone numbers and names of accounts: everyone can read this.',
  'reviews.problem.words': 'Some words here are not for everyone. Say it in others.',
} as const
