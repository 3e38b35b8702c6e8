import { expect, test } from 'vitest'
import { defaultSettings } from './default-settings.ts'
import { describedSettings } from './setting-descriptions.ts'
import { settingFields } from './setting-fields.ts'
import { settingAt } from './setting-path.ts'

test('every setting is described, and no other', () => {
  expect(describedSettings.toSorted()).toEqual(settingFields.map(({ path }) => path).toSorted())
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
])('%s -> the control that fits', (path, field) => {
  expect(settingFields.find(one => one.path === path)).toMatchObject(field)
})
