import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../partner/settings/partner-settings.ts'
import { earnRateFor } from './earn-rate.rules.ts'

const partner = { settings: { ...defaultSettings, showEarnRate: true } }

const memberType = 'EnrolledCardMember'

describe('what one earns at a restaurant', () => {
  test.each([
    [0, '1 mile per $2', '0.5x'],
    [2, '3 miles per $1', '3x'],
    [3, '3 miles per $1', '3x'],
  ])('tier %i: %s', (tierLevel, text, short) => {
    expect(earnRateFor(partner, { tierLevel, memberType })).toEqual({ text, short })
  })

  test('cash -> short rate in percent', () => {
    const cash = { settings: { ...partner.settings, currencyType: 'Credit' as const } }
    expect(earnRateFor(cash, { tierLevel: 2, memberType })?.short).toMatch(/^\d+%$/)
  })

  test('visitor or closed account -> null', () => {
    expect(earnRateFor(partner, null)).toBeNull()
    expect(earnRateFor(partner, { tierLevel: 2, memberType: 'ClosedAccountMember' })).toBeNull()
  })

  test('partner shows no rates, or nothing is earned -> null', () => {
    const hidden = { settings: { ...defaultSettings, showEarnRate: false } }
    const directory = { settings: { ...partner.settings, currencyType: null } }
    expect(earnRateFor(hidden, { tierLevel: 2, memberType })).toBeNull()
    expect(earnRateFor(directory, { tierLevel: 2, memberType })).toBeNull()
  })
})
