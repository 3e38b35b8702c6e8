import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { readSurveyMessage, surveyFrameAddress, surveyOrigin } from './survey-frame.rules.ts'

const own = 'https://dining.plain.example'
const visit = { surveyId: 'first', embedId: 'e1', origin: own, path: '/account/overview', publicId: 'P-1' }

test.each([
  ['self', own],
  ['typeform', 'https://form.typeform.com'],
])('a survey asked by %s comes from %s', (surveyProvider, origin) => {
  const partner = partnerForTest('plain', { surveyProvider })
  expect(surveyOrigin(partner, [{}], own)).toBe(origin)
  expect(new URL(surveyFrameAddress(partner, visit)).origin).toBe(origin)
})

test('without surveys no frame is needed', () => {
  expect(surveyOrigin(partnerForTest('plain'), [], own)).toBeNull()
})

test.each(['self', 'typeform'])(
  'form of %s -> context in the query, personal values behind the #',
  provider => {
    const partner = partnerForTest('plain', { surveyProvider: provider, name: 'Plain & Co' })
    const address = new URL(surveyFrameAddress(partner, visit))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      utm_campaign: 'first',
      utm_medium: 'web',
      utm_source: '/account/overview',
    })
    expect(address.search).not.toContain('P-1')
    expect(Object.fromEntries(new URLSearchParams(address.hash.slice(1)))).toEqual({
      public_id: 'P-1',
      partner_code: 'Plain & Co',
    })
  },
)

test('unknown visitor -> no public id', () => {
  const address = surveyFrameAddress(partnerForTest('plain'), { ...visit, publicId: null })
  expect(address).not.toContain('public_id')
})

describe('a message', () => {
  test.each([
    ['that the form is ready', { type: 'form-ready', embedId: 'e1' }, { type: 'form-ready' }],
    [
      'that it was submitted',
      { type: 'form-submit', embedId: 'e1', responseId: 'r1' },
      { type: 'form-submit', responseId: 'r1' },
    ],
    [
      'of a submission without an id',
      { type: 'form-submit', embedId: 'e1', responseId: 7 },
      { type: 'form-submit', responseId: null },
    ],
  ])('%s -> parsed', (_case, data, message) => {
    expect(readSurveyMessage(data, 'e1')).toEqual(message)
  })

  test.each([
    ['nothing', null],
    ['a text', 'form-submit'],
    ['another frame’s', { type: 'form-submit', embedId: 'e2' }],
    ['one without a frame', { type: 'form-submit' }],
    ['of another type', { type: 'form-closed', embedId: 'e1' }],
  ])('%s -> null', (_case, data) => {
    expect(readSurveyMessage(data, 'e1')).toBeNull()
  })
})
