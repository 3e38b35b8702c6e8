import { expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { lastCardSurveyAddress } from './last-card-survey.ts'

test.each([
  ['without an external form', {}, '/surveys/form/last-card'],
  ['asks itself, with a code', { typeformCode: 'aB3' }, '/surveys/form/last-card'],
  ['external without a code', { surveyProvider: 'typeform' }, '/surveys/form/last-card'],
  [
    'external with a code',
    { surveyProvider: 'typeform', typeformCode: 'aB3' },
    'https://form.typeform.com/to/aB3#partner_code=Plain+%26+Co',
  ],
] as const)('last card: %s -> its survey', (_case, settings, address) => {
  expect(lastCardSurveyAddress(partnerForTest('plain', { name: 'Plain & Co', ...settings }))).toBe(address)
})
