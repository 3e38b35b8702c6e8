import { expect, test } from 'vitest'
import { defaultSettings } from './partner-settings.ts'
import { effectsOf, settingFields } from './setting-fields.ts'
import { settingAt } from './setting-path.ts'

test('a setting of every topic has a path of its own', () => {
  const paths = settingFields.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('every setting with a default is there, by its path', () => {
  const required = /^(name|programName|customerSupport\b.*)$/
  const lost = settingFields.filter(
    ({ path }) => !required.test(path) && settingAt(defaultSettings, path) === undefined,
  )
  expect(lost.map(({ path }) => path)).toEqual([])
})

test.each([
  ['hasVIP', { control: 'switch', group: 'Rewards' }],
  ['payout.thresholdCents', { control: 'money', minimum: 1, maximum: null }],
  ['rewards.earnRates.2', { control: 'rate' }],
  ['currencyType', { control: 'choice', nullable: true, choices: ['Dollar', 'Mile', 'Point', 'Credit'] }],
  ['cardTypesAccepted', { control: 'choices', choices: ['AMEX', 'DISC', 'MAST', 'VISA'] }],
  ['hostNames', { control: 'list' }],
  ['securityContact', { control: 'text', nullable: true }],
  ['maxLinkedCards', { control: 'number', maximum: 100 }],
  ['bonuses', { control: 'json' }],
  ['staffRoles', { control: 'roles' }],
  ['claimAnswers', { control: 'texts' }],
])('%s -> the control that fits', (path, field) => {
  expect(settingFields.find(one => one.path === path)).toMatchObject(field)
})

test.each([
  ['maintenance.everywhere', true, /^Members see the maintenance page/],
  ['maintenance.everywhere', false, /^Within seconds the pages/],
  ['referral', null, /^Invitations that are out earn nothing/],
  ['hasVIP', true, /^Pages and calls from now on/],
])('%s set to %j -> says what that does', (path, value, sentence) => {
  expect(effectsOf(path, value)[0]).toMatch(sentence)
})
