import { expect, test } from 'vitest'
import { copyText } from './copy.ts'
import { type CopyKey, defaultCopy } from './default-copy.ts'

const card = { 'last four': '4242', description: 'Visa', code: 'card_declined', message: 'Ask your bank.' }
const field = { 'field label': 'City', num: '20' }

test.each<[string, CopyKey, Record<string, string>, string]>([
  ['account §8 Card deletion', 'cards.deleted', card, 'Your card ending in 4242 has been deleted.'],
  [
    'account §8 Card deletion',
    'cards.deleteFailed',
    card,
    'Your card ending in 4242 can not be deleted, please try again later.',
  ],
  [
    'account §8 Card registration',
    'cards.add.failure',
    card,
    'Visa ending in 4242 - card_declined: Ask your bank.',
  ],
  ['account §8 Card registration', 'cards.add.success', card, 'Your card ending in 4242 has been linked.'],
  ['account §8 Summaries', 'cards.add.allLinked', {}, 'All selected cards are linked.'],
  ['account §8 Summaries', 'cards.add.someLinked', {}, 'Some of your cards are linked. These are not:'],
  ['account §8 Summaries', 'cards.add.noneLinked', {}, 'None of your cards could be linked.'],
  ['account §8 Summaries', 'cards.add.tooMany', { count: '2' }, 'You can only add 2 cards to your account.'],
  ['account §8 Bonus', 'bonus.success', {}, 'Registered for bonus'],
  ['account §8 Bonus', 'bonus.error', {}, 'Something went wrong, please refresh your browser.'],
  ['account §8 Profile', 'profile.noChanges', {}, 'No changes were made.'],
  ['account §8 Profile', 'profile.saved', {}, 'All changes were saved.'],
  [
    'account §8 Profile',
    'error.internal',
    {},
    'Something went wrong. Please refresh the page and try again.',
  ],
  ['account §8 Referral', 'referral.copied', {}, 'Your referral link has been copied.'],
  ['account §8 Form errors', 'validation.required', field, 'City is required'],
  ['account §8 Form errors', 'validation.maxLength', field, 'City can have at most 20 characters'],
  ['account §8 Form errors', 'validation.minLength', field, 'City must have at least 20'],
  ['account §8 Form errors', 'validation.exactLength', field, 'City must have 20'],
  ['account §8 Form errors', 'validation.zipNotInUs', field, 'This ZIP code is not located in the U.S.'],
  ['account §8 Form errors', 'validation.general', field, 'Error while checking City'],
  ['account §8 Form errors', 'validation.captcha', field, 'You must complete the reCAPTCHA to continue.'],
  ['account §8 Loading', 'addCard.partnerCards.loading', {}, 'Do not refresh, loading partner cards'],
  ['account §8 Loading', 'cards.deleting.wait', {}, 'Do not refresh, deleting a linked card'],
  ['shell §9 Loading', 'account.loading', {}, 'Do not refresh, loading more content'],
  ['account §8 Loading', 'layout.submitting', {}, 'Do not refresh.'],
  ['account §8 Sign-in', 'login.error.form', {}, 'We could not sign you in. Please check form for errors.'],
  [
    'account §8 Activation',
    'activate.error',
    {},
    'There was an error activating your account. Please contact customer support.',
  ],
])('%s, %s: the words of the specification', (_entry, key, values, words) => {
  expect(copyText(defaultCopy, key, values)).toBe(words)
})
