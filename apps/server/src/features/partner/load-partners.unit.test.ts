import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partnerSourceForTest, plainSettings, plainTheme } from '@dineward/core/partner/partner-for-test.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadPartners } from './load-partners.service.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'partners-'))
})
afterEach(() => rm(dir, { recursive: true }))

const { logo } = partnerSourceForTest('bank')
const sound = {
  'settings.json': JSON.stringify(plainSettings),
  'theme.json': JSON.stringify(plainTheme),
  'copy.json': '{}',
  'logo.svg': logo,
  'logo-mark.svg': logo,
}

async function folder(slug: string, changes: Record<string, string | null> = {}) {
  await mkdir(join(dir, slug))
  for (const [file, content] of Object.entries({ ...sound, ...changes })) {
    if (content !== null) await writeFile(join(dir, slug, file), content)
  }
}

test('every folder becomes a partner, by slug', async () => {
  await folder('bank')
  await folder('airline')
  await writeFile(join(dir, 'package.json'), '{}')
  expect((await loadPartners(dir)).map(partner => partner.slug)).toEqual(['airline', 'bank'])
})

const settings = (changes: object) => JSON.stringify({ ...plainSettings, ...changes })
const colors = (changes: object) =>
  JSON.stringify({ ...plainTheme, colors: { ...plainTheme.colors, ...changes } })

test.each([
  ['malformed JSON', { 'settings.json': '{ "name": ' }, 'partners/bank/settings.json: is not valid JSON'],
  ['an empty file', { 'copy.json': '' }, 'partners/bank/copy.json: must be an object'],
  [
    'an unknown field',
    { 'settings.json': settings({ hasVipp: true }) },
    'partners/bank/settings.json: hasVipp — is not a known field',
  ],
  [
    'a wrong type',
    { 'settings.json': settings({ hasVIP: 'yes' }) },
    'partners/bank/settings.json: hasVIP — Invalid input: expected boolean',
  ],
  [
    'a missing name',
    { 'settings.json': settings({ name: undefined }) },
    'partners/bank/settings.json: name — ',
  ],
  [
    'an unknown placeholder',
    { 'copy.json': '{"nav.join":"Join {program}"}' },
    'partners/bank/copy.json: nav.join — has the placeholder {program}',
  ],
  [
    'an unknown copy key',
    { 'copy.json': '{"nav.jion":"Join"}' },
    'partners/bank/copy.json: nav.jion — is not a known copy key',
  ],
  [
    'an illegible theme',
    { 'theme.json': colors({ action: '#ffd9c8' }) },
    'partners/bank/theme.json: colors.action — contrast 1.2:1 of action on page, needs 3:1',
  ],
  ['a missing logo', { 'logo.svg': null }, 'partners/bank/logo.svg: is missing'],
  [
    'a logo that runs',
    { 'logo-mark.svg': logo.replace('<path', '<script/><path') },
    'partners/bank/logo-mark.svg: must hold no scripts',
  ],
])('%s is refused, naming the file and the field', async (_case, changes, sentence) => {
  await folder('bank', changes)
  await expect(loadPartners(dir)).rejects.toThrow(sentence)
})

test('several problems -> one error that lists all', async () => {
  await folder('bank', { 'settings.json': settings({ hasVIP: 'yes' }), 'copy.json': '{"x":1}' })
  await expect(loadPartners(dir)).rejects.toThrow(/settings\.json: hasVIP[^\n]+\n.*copy\.json: x/)
})
