import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCopy, copyText, resolveCopy } from './copy.ts'
import { copyAreas, defaultCopy } from './default-copy.ts'
import { partnerForTest } from './partner-for-test.ts'
import { partnerPlaceholderNames, partnerPlaceholders } from './partner-placeholders.ts'
import { fillPlaceholders, placeholdersIn } from './placeholders.ts'

describe('placeholders', () => {
  test('are replaced until nothing changes', () => {
    const values = { 'stay signed in label': 'Stay in {program name}', 'program name': 'Plain Dining' }
    expect(fillPlaceholders('{stay signed in label}!', values)).toEqual({
      text: 'Stay in Plain Dining!',
      cut: false,
    })
  })

  test('unknown -> unchanged', () => {
    expect(fillPlaceholders('Hello {stranger}', {})).toEqual({ text: 'Hello {stranger}', cut: false })
  })

  test('that expand to themselves end', () => {
    expect(fillPlaceholders('{a}', { a: '{a}' })).toEqual({ text: '{a}', cut: false })
    expect(fillPlaceholders('{a}', { a: '{b}', b: '{a}' }).cut).toBe(true)
  })

  test('that grow are cut at 4,000 characters', () => {
    const { text, cut } = fillPlaceholders('{a}', { a: '{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}' })
    expect(cut).toBe(true)
    expect(text.length).toBeLessThanOrEqual(4000)
  })

  test('do not read from the prototype', () => {
    expect(fillPlaceholders('{constructor}', {}).text).toBe('{constructor}')
  })

  test('any text and any values end, bounded', () => {
    const piece = fc.constantFrom('{a}', '{b}', '{c}', 'word ', '{', '}')
    const text = fc.array(piece, { maxLength: 12 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(text, text, text, text, (start, a, b, c) => {
        expect(fillPlaceholders(start, { a, b, c }).text.length).toBeLessThanOrEqual(4000)
      }),
    )
  })

  test('a dollar sign in a value is a dollar sign', () => {
    expect(fillPlaceholders('{amount}', { amount: "$& $1 $'" }).text).toBe("$& $1 $'")
  })
})

describe('copy', () => {
  test('every key belongs to one area', () => {
    const keys = Object.values(copyAreas).flatMap(area => Object.keys(area))
    expect(keys).toHaveLength(Object.keys(defaultCopy).length)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.each(Object.keys(defaultCopy))('%s is a dotted key', key => {
    expect(key).toMatch(/^[a-z][A-Za-z]*(\.[A-Za-z0-9_]+)+$/)
  })

  test('a partner changes the words it wants, and keeps the rest', () => {
    const copy = resolveCopy({ 'nav.join': 'Come aboard' })
    expect(copy['nav.join']).toBe('Come aboard')
    expect(copy['nav.signIn']).toBe(defaultCopy['nav.signIn'])
  })

  test('a text is filled with the partner and with its own values', () => {
    const partner = partnerForTest('plain', { currencyType: 'Point' })
    const values = partnerPlaceholders(
      partner,
      partner.copy['login.staySignedIn'],
      new Date('2026-05-01T00:00:00Z'),
    )
    expect(copyText(partner.copy, 'cards.deleted', { ...values, 'last four': '4242' })).toBe(
      'Your card ending in 4242 has been deleted.',
    )
    expect(copyText(partner.copy, 'footer.copyright', values)).toBe('© 2026 Plain. Questions? Write to')
    expect(copyText(partner.copy, 'steps.earn.text', values)).toContain('Your points land')
  })

  test.each([
    ['Point', 'earn 50 bonus points'],
    ['Dollar', 'earn $0.50 bonus'],
    ['Credit', 'earn $0.50 bonus cash back'],
  ])('a booking bonus in %s says its unit', (currencyType, expected) => {
    const partner = partnerForTest('plain', { currencyType })
    const values = partnerPlaceholders(partner, '', new Date(0))
    expect(fillPlaceholders('earn {bonus amount} {bonus currency}', values).text).toBe(expected)
  })

  test('every partner placeholder has a value', () => {
    const values = partnerPlaceholders(partnerForTest('plain'), 'Keep me signed in', new Date(0))
    expect(Object.keys(values).sort()).toEqual([...partnerPlaceholderNames].sort())
    for (const name of partnerPlaceholderNames) expect(placeholdersIn(`{${name}}`)).toEqual([name])
  })

  test.each([
    ['an unknown key', { 'nav.jion': 'Join' }, 'nav.jion', 'is not a known copy key'],
    ['a key of the prototype', { constructor: 'x' }, 'constructor', 'is not a known copy key'],
    [
      'a placeholder that nothing fills in',
      { 'nav.join': 'Join {program}' },
      'nav.join',
      'has the placeholder {program}, which nothing fills in',
    ],
    [
      'a placeholder of another text',
      { 'nav.join': 'Join {last four}' },
      'nav.join',
      'has the placeholder {last four}, which nothing fills in',
    ],
    ['something that is not text', { 'nav.join': 3 }, 'nav.join', 'must be a text'],
  ])('%s is refused', (_case, overrides, path, message) => {
    expect(checkCopy(overrides)).toEqual({ ok: false, problems: [{ path, message }] })
  })
})
