import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findAppPictureProblems } from '../../ssr/files/app-icons.ts'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newProgram } from '../../testing/new-program.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { browserAt, newClient } from '../../testing/test-client.ts'
import { readBundledContent } from '../content/bundled-content.service.ts'
import { loadPartner, loadPartners } from '../partner/load-partners.service.ts'
import { lookAgain, nothingSeen } from '../partner/partner-overrides.service.ts'
import { createPartnerRegistry } from '../partner/partner-registry.service.ts'

const app = await createTestApp()
const admin = await consoleClient(app, 'admin')
const create = (changes: Parameters<typeof newProgram>[0] = {}) =>
  admin.send('POST', '/api/Console/Programs', newProgram(changes))

/** As if it were unpacked into `partners/`. */
async function unpacked(slug: string): Promise<string> {
  const { files } = (await admin.get(`/api/Console/Programs/${slug}/Export`)).json()
  const dir = mkdtempSync(join(tmpdir(), 'dw-export-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const { path, text } of files as { path: string; text: string }[]) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

describe('a program from nothing', () => {
  test('its site answers at once, with its own words, rates and looks; other processes follow', async () => {
    const body = newProgram()
    const { program } = (await admin.send('POST', '/api/Console/Programs', body)).json()
    expect(program).toMatchObject({ programName: 'Alder Dining', isStored: true, maintenance: 'off' })
    const flags = await browserAt(app, `${body.slug}.localhost`, '10.1.1.1').get('/api/feature-flags')
    expect(flags.statusCode).toBe(200)
    const partner = app.partners.bySlug(body.slug)!
    expect(partner.settings.rewards.earnRates).toEqual({
      0: { numerator: 50, denominator: 10_000 },
      2: { numerator: 3, denominator: 100 },
      3: { numerator: 5, denominator: 100 },
    })
    expect(partner.theme.colors.brand).toBe('#3a2a6b')

    const others = createPartnerRegistry([app.partners.bySlug('skyward')!], {
      defaultSlug: 'skyward',
      byHostNames: false,
    })
    const log = { error() {}, info() {}, debug() {} }
    await lookAgain({ db: app.database.db, partners: others, log }, nothingSeen())
    expect(others.bySlug(body.slug)?.settings).toEqual(partner.settings)
  })

  test('exported with what was changed in it -> a folder that passes the check of partners', async () => {
    const { slug } = (await create()).json().program
    const base = `/api/Console/Programs/${slug}`
    const entry = `${base}/Content/earn_banner/opening`
    const fields = { text: 'We are open' }
    await admin.send('POST', `${entry}/Draft`, { fields, version: 'none' })
    const { version } = (await admin.get(entry)).json().entry
    await admin.send('POST', `${entry}/Publish`, { version, reason: 'Opening' })
    const { settings } = (await admin.get(`${base}/Settings`)).json()
    const cards = settings.find(({ path }: { path: string }) => path === 'maxLinkedCards')
    const change = { path: 'maxLinkedCards', value: 4, version: cards.version, reason: 'Asked for' }
    await admin.send('POST', `${base}/Settings`, change)

    const dir = await unpacked(slug)
    const partner = await loadPartner(dir, slug)
    const { settings: active, theme } = app.partners.bySlug(slug)!
    expect([partner.settings, partner.theme]).toEqual([active, theme])
    expect(partner.settings.maxLinkedCards).toBe(4)
    expect(await findAppPictureProblems(partner)).toEqual([])
    const content = await readBundledContent(dir, slug)
    expect(content.problems).toEqual([])
    expect(content.content.earn_banner.map(({ fields: { text } }) => text)).toEqual(['We are open'])
  })

  test('a shipped program exported -> the same program', async () => {
    const shipped = await loadPartners(new URL('../../../../../partners', import.meta.url).pathname)
    for (const { slug, settings, theme, copy } of shipped) {
      const again = await loadPartner(await unpacked(slug), slug)
      expect([again.settings, again.theme, again.copy]).toEqual([settings, theme, copy])
    }
  })

  test.each([
    ['whose name is taken', { slug: 'harbor' }, 'slug'],
    ['at the console’s address', { slug: 'console' }, 'slug'],
    ['at an address of the product', { slug: 'www' }, 'slug'],
    ['with a name that is none', { slug: 'No Name' }, 'slug'],
    ['with another’s host', { hostNames: ['dining.harborbank.example'] }, 'hostNames'],
    [
      'that cannot be read',
      { colors: { brand: '#3a2a6b', action: '#ffffff', header: '#ffffff', footer: '#111111' } },
      'colors.action',
    ],
    ['with words that nothing fills in', { promise: 'Hello {friend}' }, 'promise'],
    ['in no time zone', { timeZone: 'Mars/Base' }, 'timeZone'],
    ['like no other', { startFrom: 'nowhere' }, 'startFrom'],
    ['with a logo that runs', { logo: '<svg viewBox="0 0 9 9"><script>1</script></svg>' }, 'logo'],
  ])('%s -> 400 that names the field', async (_case, changes, field) => {
    const response = await create(changes)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
  })

  test('by staff of one program -> 403', async () => {
    const client = await consoleClient(app, 'admin', app.newPartner().slug)
    expect((await client.send('POST', '/api/Console/Programs', newProgram())).statusCode).toBe(403)
  })

  test('the same twice at once -> one', async () => {
    const body = newProgram()
    const clients = [admin, await consoleClient(app, 'admin')]
    const answers = await Promise.all(
      clients.map(client => client.send('POST', '/api/Console/Programs', body)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400])
    expect((await newClient(app, app.partners.bySlug(body.slug)!).get('/api/feature-flags')).statusCode).toBe(
      200,
    )
  })
})
