import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { partnerPlaceholders } from '../partner/partner-placeholders.ts'
import { fillPlaceholders } from '../partner/placeholders.ts'
import { checkEntries, entryProblemSentence, isDraft, rawEntryOf } from './content.rules.ts'
import { type ContentKind, contentKinds, isAddress } from './content-fields.ts'
import { defaultContent } from './default-content.ts'

const banner = (fields: object, slug = 'spring') => ({ slug, fields: { text: 'Twice the miles', ...fields } })
const popup = (fields: object) => ({
  slug: 'welcome',
  fields: { title: 'Hello', body_text: '<p>Welcome.</p>', ...fields },
})
const home = (fields: object) => ({ slug: 'hero', fields: { user_states: ['anonymous'], ...fields } })
const survey = (fields: object) => ({
  slug: 'visit',
  fields: { text: 'How was it?', id: 'visit-1', ...fields },
})

const sentences = (kind: ContentKind, ...entries: { slug: string; fields: unknown }[]) =>
  checkEntries(kind, entries).problems.map(entryProblemSentence)

describe('an entry that is wrong is left out and named', () => {
  test.each<[string, ContentKind, { slug: string; fields: unknown }, string]>([
    ['a missing field', 'earn_banner', { slug: 'spring', fields: {} }, 'earn_banner "spring": text — '],
    ['an empty text', 'earn_banner', banner({ text: '  ' }), 'text — '],
    ['a number for a text', 'earn_banner', banner({ text: 7 }), 'text — '],
    ['a text of a megabyte', 'earn_banner', banner({ text: 'x'.repeat(1_000_000) }), 'text — '],
    ['a rich text past 20,000', 'popup', popup({ body_text: 'x'.repeat(20_001) }), 'body_text — '],
    ['no fields', 'popup', { slug: 'welcome', fields: undefined }, 'popup "welcome" — '],
    ['a list for fields', 'popup', { slug: 'welcome', fields: [] }, 'popup "welcome" — '],
    ['an unknown visitor state', 'home', home({ user_states: ['asleep'] }), 'user_states.0 — '],
    ['no visitor state', 'home', home({ user_states: [] }), 'user_states — names no visitor state'],
    [
      'a block of no known type',
      'home',
      home({ main_column: [{ type: 'script', fields: {} }] }),
      'main_column.0',
    ],
    [
      'too many blocks',
      'home',
      home({ main_column: Array.from({ length: 101 }, () => ({ type: 'title', fields: { title: 'x' } })) }),
      'main_column — ',
    ],
    ['a survey id that is an address', 'surveys', survey({ id: '../x' }), 'id — must be letters'],
    ['a delay of a day', 'surveys', survey({ delay_timeout: 86_400 }), 'delay_timeout — '],
    ['a way to earn without an address', 'earn_details', { slug: 'a', fields: { title: 'A' } }, 'url — '],
    ['a part of the frame that there is not', 'global', { slug: 'sidebar', fields: {} }, 'slug — is not one'],
    ['a slug with a slash', 'pages', { slug: 'a/b', fields: {} }, 'slug — must be letters'],
    ['no slug', 'pages', { slug: '', fields: {} }, 'slug — must be letters'],
  ])('%s', (_case, kind, entry, sentence) => {
    const { entries, problems } = checkEntries(kind, [entry])
    expect(entries).toEqual([])
    expect(problems.map(entryProblemSentence).join('\n')).toContain(sentence)
  })

  test('and costs the others nothing', () => {
    const { entries, problems } = checkEntries('earn_banner', [
      banner({}, 'first'),
      banner({ text: null }, 'second'),
      banner({}, 'third'),
    ])
    expect(entries.map(({ slug }) => slug)).toEqual(['first', 'third'])
    expect(problems.map(({ slug }) => slug)).toEqual(['second'])
  })

  test('of two with one slug the first is shown', () => {
    const { entries, problems } = checkEntries('earn_banner', [banner({ text: 'A' }), banner({ text: 'B' })])
    expect(entries.map(({ fields }) => fields.text)).toEqual(['A'])
    expect(problems.map(entryProblemSentence)).toEqual([
      'earn_banner "spring": slug — is there twice: the first one is shown',
    ])
  })
})

describe('an address', () => {
  test.each([
    '/search',
    '/earn?x=1#top',
    'https://www.skyward.example/terms',
    'tel:+18005550100',
    'mailto:help@skyward.example',
  ])('%s leads somewhere', url => {
    expect(sentences('earn_banner', banner({ url }))).toEqual([])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://www.skyward.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'https://',
    'evil.example',
    'search',
    '/go/{program name}',
    '/go/{x}',
    '/"onclick="alert(1)',
    '/<script>',
    'mailto:unknown',
    `/${'x'.repeat(2_001)}`,
  ])('%j is refused', url => {
    expect(sentences('earn_banner', banner({ url })).join('\n')).toContain('url — ')
    expect(isAddress(url)).toBe(false)
  })

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//evil.example/x.png',
    'http://a.example/x.png',
  ])('a picture is never %j', image => {
    expect(sentences('earn_banner', banner({ image })).join('\n')).toContain('image — ')
  })
})

describe('what a source leaves open', () => {
  test.each([null, ''])('%j is a field that was left empty', blank => {
    const { entries, problems } = checkEntries('earn_banner', [
      banner({ url: blank, title: blank, image: blank }),
    ])
    expect(problems).toEqual([])
    expect(entries[0]!.fields).toMatchObject({ url: '', title: '', image: '' })
  })

  test('what is chosen from a list may be left empty too', () => {
    const block = { type: 'body_text', fields: { body_text: '', look: '' } }
    const entry = home({ banner: { drawing: '', image_x_position: '' }, main_column: [block] })
    expect(checkEntries('home', [entry]).problems).toEqual([])
    const lists = { url_allow_list: [{ url_allowed: '' }], url_disallow_list: null }
    expect(checkEntries('surveys', [survey(lists)]).entries[0]!.fields).toMatchObject({
      url_allow_list: [{ url_allowed: '' }],
      url_disallow_list: [],
    })
  })

  test('fields that the product does not know are dropped', () => {
    const [entry] = checkEntries('earn_banner', [banner({ note: 'for Ada', __proto__: { x: 1 } })]).entries
    expect(Object.keys(entry!.fields)).not.toContain('note')
  })

  test('what looks like markup in a plain text stays text', () => {
    const text = 'Earn <script>alert(1)</script> & 5 < 6'
    expect(checkEntries('earn_banner', [banner({ text })]).entries[0]!.fields.text).toBe(text)
  })

  test('no status is published, any other than published is a draft', () => {
    expect(
      [undefined, null, 'published', 'draft', 'scheduled', 7].map(status =>
        isDraft({ ...banner({}), status }),
      ),
    ).toEqual([false, false, false, true, true, true])
  })

  test('name, status and times: missing -> defaults', () => {
    const said = { name: 'Spring', status: 'published', published: '2026-03-01T00:00:00Z', updated: 4 }
    const [entry, bare] = checkEntries('earn_banner', [
      { ...banner({}), ...said },
      banner({}, 'bare'),
    ]).entries
    expect(entry).toMatchObject({ name: 'Spring', published: '2026-03-01T00:00:00Z', updated: null })
    expect(bare).toMatchObject({ name: 'bare', status: 'published', published: null })
  })
})

describe('a placeholder', () => {
  test('of the partner is fine anywhere', () => {
    expect(checkEntries('popup', [popup({ title: 'Join {program name}' })]).remarks).toEqual([])
  })

  test('that nothing fills in is remarked upon, and the entry stays', () => {
    const { entries, remarks } = checkEntries('popup', [popup({ body_text: '<p>Hi {first name}</p>' })])
    expect(entries).toHaveLength(1)
    expect(remarks.map(entryProblemSentence)).toEqual([
      'popup "welcome": body_text — has the placeholder {first name}, which nothing fills in',
    ])
  })
})

test('values that expand to themselves end, however often a text names them', () => {
  const partner = partnerForTest('circle', {
    name: '{partner name}{program name}',
    programName: '{program name} {partner name} {partner name}',
  })
  const values = partnerPlaceholders(partner, '{stay signed in label}', new Date('2026-03-01T12:00:00Z'))
  const text = '{partner name} {stay signed in label} '.repeat(50)
  const [entry] = checkEntries('earn_banner', [banner({ text })]).entries
  const filled = fillPlaceholders(entry!.fields.text, values)
  expect(filled.cut).toBe(true)
  expect(filled.text.length).toBeLessThanOrEqual(4_000)
})

test('the default content is without a fault', () => {
  for (const kind of contentKinds) {
    const { problems, remarks } = checkEntries(kind, defaultContent[kind] ?? [])
    expect([...problems, ...remarks].map(entryProblemSentence)).toEqual([])
  }
})

test('whatever a source sends: checked without throwing, and every entry is either shown or named', () => {
  const element = fc.oneof(fc.jsonValue(), fc.record({ slug: fc.string(), fields: fc.jsonValue() }))
  fc.assert(
    fc.property(fc.constantFrom(...contentKinds), fc.array(element, { maxLength: 5 }), (kind, elements) => {
      const { entries, problems } = checkEntries(kind, elements.map(rawEntryOf))
      expect(entries.length + problems.length).toBeGreaterThanOrEqual(elements.length)
    }),
  )
})

test('10,000 levels deep is no overflow', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`) as object
  expect(checkEntries('earn_banner', [banner({ note: deep })]).entries).toHaveLength(1)
})
