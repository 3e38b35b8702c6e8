import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { expect, test, vi } from 'vitest'
import { readBundledContent } from './bundled-content.service.ts'
import { testContent } from './content-for-test.ts'

const banner = (slug: string, changes: object = {}) => ({ slug, fields: { text: slug }, ...changes })
const footer = (...texts: string[]) => ({
  slug: 'footer',
  fields: { primary_links: texts.map(text => ({ text, url: '/search' })) },
})

const slugsOf = async ({ store }: ReturnType<typeof testContent>, slug: string) =>
  (await store.contentOf(partnerForTest(slug))).earn_banner.map(entry => entry.slug)

test('a folder’s entries stand over the default’s by their slug; null drops one; the rest stays', async () => {
  const content = testContent()
  content.write('plain', 'global', [footer('Ours'), { slug: 'navbar', fields: null }])
  const [own, other] = [partnerForTest('plain'), partnerForTest('other')]
  const frame = await content.store.frameOf(own)
  expect(frame.footer.primary_links.map(link => link.text)).toEqual(['Ours'])
  expect(frame.navbar).toEqual([])
  const theirs = await content.store.frameOf(other)
  expect(theirs.navbar.length).toBeGreaterThan(0)
  expect(theirs.footer.primary_links.map(link => link.text)).not.toContain('Ours')
  expect(content.said).toEqual([])
})

test('a file that is changed is read again; one that is half written is said once, and what was there stays', async () => {
  const content = testContent({ refreshMs: 20 })
  content.write('plain', 'earn_banner', [banner('one')])
  content.store.keepFresh([partnerForTest('plain')])
  expect(await slugsOf(content, 'plain')).toEqual(['one'])

  content.write('plain', 'earn_banner', '[{ "slug": "tw')
  await vi.waitFor(() => expect(content.said).toHaveLength(1), 60_000)
  expect(content.said[0]).toMatch(/partners\/plain\/content\/earn_banner\.json is not valid JSON/)
  expect(await slugsOf(content, 'plain')).toEqual(['one'])

  content.write('plain', 'earn_banner', [banner('two')])
  await vi.waitFor(async () => expect(await slugsOf(content, 'plain')).toEqual(['two']), 60_000)
})

test('draft -> in previews only, in the place of its published entry', async () => {
  const content = testContent()
  content.write('plain', 'earn_banner', [
    banner('a'),
    banner('b'),
    { slug: 'a', status: 'draft', fields: { text: 'a, better' } },
    banner('c', { status: 'draft' }),
  ])
  const partner = partnerForTest('plain')
  const texts = async (preview: boolean) =>
    (await content.store.entriesOf(partner, 'earn_banner', { preview })).map(
      ({ fields }) => (fields as { text: string }).text,
    )
  expect(await texts(false)).toEqual(['a', 'b'])
  expect(await texts(true)).toEqual(['a, better', 'b', 'c'])
})

test.each([
  ['no JSON', '{', 'partners/plain/content/earn_banner.json is not valid JSON'],
  ['no list', '{"slug":"a"}', 'partners/plain/content/earn_banner.json must be a list of entries'],
  ['a broken entry', [{ slug: 'a', fields: {} }], 'earn_banner "a": text — '],
  ['a broken draft', [banner('a', { status: 'draft', fields: { text: 7 } })], 'earn_banner "a": text — '],
  ['what is no entry', [7 as unknown as object], 'earn_banner "": slug — '],
  ['a script', [banner('a', { fields: { text: 'x', url: 'javascript:alert(1)' } })], 'url — '],
  ['an unknown placeholder', [banner('a', { fields: { text: '{first name}' } })], 'nothing fills in'],
])('%s in a folder -> reported in words', async (_case, text, sentence) => {
  const content = testContent()
  content.write('plain', 'earn_banner', text)
  const { problems } = await readBundledContent(content.partnersDir, 'plain')
  expect(problems).toEqual([expect.stringContaining(sentence)])
})
