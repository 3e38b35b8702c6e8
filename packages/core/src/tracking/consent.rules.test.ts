import { describe, expect, test } from 'vitest'
import { type Consent, consentOf, consentRecord } from './consent.rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const yes = (days = 1) => consentRecord('yes', ago(days))
const no = (days = 1) => consentRecord('no', ago(days))

describe('whether anything may be measured', () => {
  test.each<[string, boolean, string | null, boolean, Consent]>([
    ['partner does not ask', false, null, false, 'granted'],
    ['partner asks, no answer', true, null, false, 'unasked'],
    ['agreed', true, yes(), false, 'granted'],
    ['refused', true, no(), false, 'denied'],
    ['refused once, partner no longer asks', false, no(), false, 'denied'],
    ['agreed 179 days ago', true, yes(179), false, 'granted'],
    ['agreed 180 days ago', true, yes(180), false, 'unasked'],
    ['refused 180 days ago', true, no(180), false, 'unasked'],
    ['the browser says no', false, null, true, 'denied'],
    ['the browser says no to what was agreed', true, yes(), true, 'denied'],
    ['agreed a minute ahead of our clock', true, yes(-1 / 1_440), false, 'granted'],
    ['agreed next year', true, yes(-300), false, 'unasked'],
  ])('%s', (_case, asks, stored, globalPrivacyControl, consent) => {
    expect(consentOf({ asks, stored, globalPrivacyControl, now })).toBe(consent)
  })

  test.each([
    '',
    'yes',
    'null',
    '[]',
    '{}',
    '{"answer":"yes"}',
    '{"answer":true,"at":"2026-03-09T12:00:00Z"}',
    '{"answer":"yes","at":"soon"}',
    '{"answer":"yes","at":1773100000000}',
    '{"answer":"YES","at":"2026-03-09T12:00:00Z"}',
    '{"answer":"yes"',
  ])('%j is no answer of ours', stored => {
    expect(consentOf({ asks: true, stored, globalPrivacyControl: false, now })).toBe('unasked')
  })
})
