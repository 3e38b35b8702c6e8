import { describe, expect, test } from 'vitest'
import { clockSentence, differingSecrets, fingerprintsOf, secretSentences } from './server-agreement.rules.ts'

const other = (values: readonly string[]) => ({
  name: 'web-2:3000',
  salt: 'salt',
  secretFingerprints: fingerprintsOf({ APP_SECRET: values }, 'salt'),
})

describe('secrets of two processes', () => {
  test.each([
    ['the same', ['one'], ['one'], true],
    ['another', ['one'], ['two'], false],
    ['none here', [], ['one'], false],
    ['none at all', [], [], true],
    ['the new one is added here', ['old', 'new'], ['old'], true],
    ['the new one comes first here, and is known there', ['new', 'old'], ['old', 'new'], true],
    ['the old one is removed here, and still first there', ['new'], ['old', 'new'], false],
    ['the new one comes first here, and is not known there', ['new', 'old'], ['old'], false],
  ])('%s -> fit: %s, %s, %s', (_what, here, there, fits) => {
    expect(differingSecrets({ APP_SECRET: here }, other(there))).toEqual(fits ? [] : ['APP_SECRET'])
  })

  test('the sentence names the secret and the other process, and no value', () => {
    const [sentence, ...rest] = secretSentences({ APP_SECRET: ['value-of-this'] }, [other(['value-of-that'])])
    expect(sentence).toMatch(/^APP_SECRET differs from that of web-2:3000: .*same value/)
    expect(sentence).not.toMatch(/value-of/)
    expect(rest).toEqual([])
  })

  test('a fingerprint depends on its salt, and does not contain the secret', () => {
    const [one, two] = ['a', 'b'].map(salt => fingerprintsOf({ APP_SECRET: ['value'] }, salt).APP_SECRET)
    expect(one).not.toEqual(two)
    expect(JSON.stringify(one)).not.toContain('value')
  })
})

test.each([
  [0, null],
  [30_000, null],
  [-30_000, null],
  [45_000, '45 s ahead of'],
  [302_000, '5 min 2 s ahead of'],
  [-302_000, '5 min 2 s behind'],
])('a clock that is %i ms ahead -> %s', (ahead, words) => {
  expect(clockSentence(ahead)).toEqual(words ? expect.stringContaining(words) : null)
})
