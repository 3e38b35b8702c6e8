import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { expect, test, vi } from 'vitest'
import { accountOf, type Butter, butterEntry, sendJson, startButter } from './butter-for-test.ts'
import { type TestContent, testContent } from './content-for-test.ts'
import type { ContentStoreOptions } from './content-store.service.ts'

const token = 'tok_0123456789'
const banner = (slug: string, text = slug) => butterEntry(slug, { text })
const navbar = (text: string) =>
  butterEntry('navbar', { links: [{ text_desktop: text, text_mobile: text, url: '/search' }] })

interface Scene {
  readonly partner: Partner
  readonly butter: Butter
  readonly content: TestContent
  readonly slugs: () => Promise<string[]>
}

async function scene(answer: Butter['answer'], options: Partial<ContentStoreOptions> = {}): Promise<Scene> {
  const butter = await startButter(answer)
  const account = { url: butter.url, tokens: new Map([['plain', token]]) }
  const content = testContent({ account, patienceMs: 20_000, timeoutMs: 20_000, ...options })
  const partner = partnerForTest('plain')
  return { partner, butter, content, slugs: () => slugsOf(content, partner) }
}

const slugsOf = async ({ store }: TestContent, partner: Partner) =>
  (await store.contentOf(partner)).earn_banner.map(({ slug }) => slug)

test('entries of the account are the partner’s content, every page of them', async () => {
  const many = Array.from({ length: 230 }, (_, index) => banner(`b${index}`))
  const { butter, content, slugs } = await scene(accountOf({ earn_banner: many }))
  expect((await slugs()).length).toBe(230)
  const asked = butter.requests.filter(({ kind }) => kind === 'earn_banner')
  expect(asked).toEqual([1, 2, 3].map(page => ({ kind: 'earn_banner', token, page, preview: false })))
  // Of kinds that the account does not have the log speaks quietly, and once.
  expect(content.said.filter(sentence => sentence.startsWith('warn'))).toEqual([])
  expect(content.said).toHaveLength(1)
  expect(content.said[0]).toMatch(/^info: content of plain: the account has no global, home, /)
})

test('without a status the account’s entries are published; drafts and scheduled ones are not shown', async () => {
  const entries = [
    banner('plain'),
    butterEntry('draft', { text: 'x' }, { status: 'draft' }),
    butterEntry('later', { text: 'x' }, { status: 'scheduled' }),
    { slug: 'bare', fields: { text: 'x' } },
  ]
  const { slugs } = await scene((_request, response) =>
    sendJson(response, { meta: { count: 4, next_page: null }, data: entries }),
  )
  expect(await slugs()).toEqual(['plain', 'bare'])
})

test('many visitors at once are one load', async () => {
  const { butter, slugs } = await scene(accountOf({ earn_banner: [banner('a')] }))
  await Promise.all(Array.from({ length: 20 }, slugs))
  expect(butter.requests.filter(({ kind }) => kind === 'earn_banner')).toHaveLength(1)
})

test('a slow account is not waited for: bundled content first, the account’s when it has come', async () => {
  const answer = accountOf({ earn_banner: [banner('fresh')] })
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { content, slugs } = await scene(
    async (request, response) => {
      await arrived
      await answer(request, response)
    },
    { patienceMs: 100 },
  )
  content.write('plain', 'earn_banner', [{ slug: 'bundled', fields: { text: 'x' } }])
  expect(await slugs()).toEqual(['bundled'])
  arrive()
  await vi.waitFor(async () => expect(await slugs()).toEqual(['fresh']), 60_000)
})

const endless = 'no end of an answer'
const kindsOf: Record<string, Butter['answer']> = {
  '500': (_request, response) => sendJson(response, { detail: 'oops' }, 500),
  'a refused token': (_request, response) => sendJson(response, { detail: 'Invalid token.' }, 401),
  'a redirect': (_request, response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  HTML: (_request, response) => void response.end('<!doctype html><h1>We will be back</h1>'),
  'JSON of another form': (_request, response) => sendJson(response, { items: [] }),
  null: (_request, response) => sendJson(response, null),
  'a list': (_request, response) => sendJson(response, []),
  'half an answer': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"data": [')
    response.destroy()
  },
  'two megabytes': (_request, response) =>
    sendJson(response, { meta: { next_page: null }, data: [banner('big', 'x'.repeat(2_000_000))] }),
  'bytes without end': (_request, response) => {
    const chunk = ' '.repeat(100_000)
    const timer = setInterval(() => response.write(chunk), 1)
    response.on('close', () => clearInterval(timer))
  },
  'pages without end': ({ page }, response) =>
    sendJson(response, { meta: { next_page: page + 1 }, data: [banner(`p${page}`)] }),
  'pages in a circle': (_request, response) => sendJson(response, { meta: { next_page: 1 }, data: [] }),
  'a next page that is an address': (_request, response) =>
    sendJson(response, { meta: { next_page: 'http://127.0.0.1:1/' }, data: [] }),
  [endless]: () => {},
}

test.each(Object.entries(kindsOf))(
  'an account that answers %s: what was good last stays, said once; then well again, said once',
  async (name, broken) => {
    const good = accountOf({ earn_banner: [banner('good')], global: [navbar('Eat')] })
    const { butter, content, partner, slugs } = await scene(
      good,
      name === endless ? { timeoutMs: 2_000 } : {},
    )
    expect(await slugs()).toEqual(['good'])
    const frame = await content.store.frameOf(partner)
    content.said.length = 0

    butter.answer = broken
    await content.store.refresh(partner)
    await content.store.refresh(partner)
    expect(await slugs()).toEqual(['good'])
    expect(await content.store.frameOf(partner)).toBe(frame)
    expect(content.said).toHaveLength(1)
    expect(content.said[0]).toMatch(/^warn: content of plain: the account .*earn_banner/)

    butter.answer = accountOf({ earn_banner: [banner('better')], global: [navbar('Eat')] })
    await content.store.refresh(partner)
    await content.store.refresh(partner)
    expect(await slugs()).toEqual(['better'])
    expect(content.said.slice(1)).toEqual(['warn: content of plain: all of it is read again'])
    // Another kind has changed, the frame has not: brand files are made from it.
    expect(await content.store.frameOf(partner)).toBe(frame)
    expect(JSON.stringify(content.said)).not.toContain(token)
  },
)

test('account content: interval passes without a request -> read again', async () => {
  const { butter, content, partner, slugs } = await scene(accountOf({ earn_banner: [banner('one')] }), {
    refreshMs: 30,
  })
  content.store.keepFresh([partner])
  expect(await slugs()).toEqual(['one'])
  butter.answer = accountOf({ earn_banner: [banner('two')] })
  await vi.waitFor(async () => expect(await slugs()).toEqual(['two']), 60_000)
})

test('an account that is down from the start: bundled content; down after a restart: the copy on disk', async () => {
  const { butter, content, partner, slugs } = await scene(accountOf({ earn_banner: [banner('saved')] }))
  content.write('plain', 'earn_banner', [{ slug: 'bundled', fields: { text: 'x' } }])
  await butter.close()
  expect(await slugs()).toEqual(['bundled'])
  expect(content.said).toEqual([expect.stringMatching(/the account does not answer \(ECONNREFUSED\)/)])

  await butter.open()
  const second = content.again()
  expect(await slugsOf(second, partner)).toEqual(['saved'])
  await content.store.refresh(partner)

  // Now it does not even refuse: a copy is shown without waiting for it.
  butter.answer = () => {}
  expect(await slugsOf(content.again(), partner)).toEqual(['saved'])
  const files = readdirSync(join(content.contentBackupDir, 'plain'))
  expect(
    files.map(file => readFileSync(join(content.contentBackupDir, 'plain', file), 'utf8')).join(''),
  ).not.toContain(token)
})

test('a copy on disk that is broken, or of another account, is none', async () => {
  const { butter, content, partner, slugs } = await scene(accountOf({ earn_banner: [banner('saved')] }))
  await slugs()
  await content.store.refresh(partner)
  await butter.close()
  const other = content.again({ account: { url: butter.url, tokens: new Map([['plain', 'another']]) } })
  expect(await slugsOf(other, partner)).toEqual([])
  for (const text of ['', '{', 'null', '[]', '{"account":1}'])
    writeFileSync(join(content.contentBackupDir, 'plain', 'earn_banner.json'), text)
  expect(await slugsOf(content.again(), partner)).toEqual([])
})

test('a folder for copies that cannot be written is said, and changes nothing else', async () => {
  const { content, slugs } = await scene(accountOf({ earn_banner: [banner('a')] }), {
    contentBackupDir: '/dev/null/x',
  })
  expect(await slugs()).toEqual(['a'])
  expect(content.said.filter(sentence => sentence.startsWith('warn'))).toEqual([
    expect.stringMatching(/^warn: content of plain: its backup could not be written \(ENOTDIR\)/),
  ])
})

test('broken entries are named once, with their reason, and left out; mended and broken again, once more', async () => {
  const entries = (text: unknown) =>
    accountOf({ earn_banner: [banner('good'), butterEntry('bad', { text })] })
  const { butter, content, partner, slugs } = await scene(entries(7))
  const changeTo = (text: unknown) => {
    butter.answer = entries(text)
    return content.store.refresh(partner)
  }
  const named = () => content.said.filter(sentence => sentence.includes('"bad"'))
  expect(await slugs()).toEqual(['good'])
  await changeTo(7)
  expect(named()).toEqual([expect.stringMatching(/^warn: content of plain: earn_banner "bad": text — /)])

  await changeTo('mended')
  expect(await slugs()).toEqual(['good', 'bad'])
  await changeTo(null)
  expect(await slugs()).toEqual(['good'])
  expect(named()).toHaveLength(2)
})

test('the frame is another object when something in it has changed', async () => {
  const { butter, content, partner } = await scene(accountOf({ global: [navbar('Eat')] }))
  const frame = await content.store.frameOf(partner)
  expect(frame.navbar.map(link => link.text_desktop)).toEqual(['Eat'])
  butter.answer = accountOf({ global: [navbar('Dine')] })
  await content.store.refresh(partner)
  expect((await content.store.frameOf(partner)).navbar[0]?.text_desktop).toBe('Dine')
  expect(frame.navbar[0]?.text_desktop).toBe('Eat')
})

test('two partners with two accounts: each its own entries and its own token', async () => {
  const { butter } = await scene((request, response) =>
    accountOf({ earn_banner: [banner(`of-${request.token}`)] })(request, response),
  )
  const tokens = new Map([
    ['one', 'first'],
    ['two', 'second'],
  ])
  const content = testContent({ account: { url: butter.url, tokens } })
  const partners = [partnerForTest('one'), partnerForTest('two'), partnerForTest('three')]
  const slugs = await Promise.all(partners.map(partner => slugsOf(content, partner)))
  // The third has no account: its content is in its folder, and it has none of this kind.
  expect(slugs).toEqual([['of-first'], ['of-second'], []])
})

test('preview: each request -> read again with drafts, never stored on disk', async () => {
  const draft = butterEntry('secret-plan', { text: 'Soon' }, { status: 'draft' })
  const { butter, content, partner, slugs } = await scene(accountOf({ earn_banner: [banner('a'), draft] }))
  const preview = async ({ store } = content) =>
    (await store.entriesOf(partner, 'earn_banner', { preview: true })).map(({ slug, status }) => [
      slug,
      status,
    ])
  expect(await slugs()).toEqual(['a'])
  expect(await preview()).toEqual([
    ['a', 'published'],
    ['secret-plan', 'draft'],
  ])
  expect(await slugs()).toEqual(['a'])
  await content.store.refresh(partner)
  expect(readFileSync(join(content.contentBackupDir, 'plain', 'earn_banner.json'), 'utf8')).not.toContain(
    'secret-plan',
  )
  await butter.close()
  expect(await preview(content.again())).toEqual([['a', 'published']])
})
