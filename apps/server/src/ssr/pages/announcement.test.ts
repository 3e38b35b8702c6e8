import { fileURLToPath } from 'node:url'
import { announcementMark } from '@dineward/core/pages/announcement.rules.ts'
import { expect, test } from 'vitest'
import { testContent } from '../../features/content/content-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const content = testContent()
const web = await loadWebBuild(`${root}apps/web/dist`)
const app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts`, content: content.store })
const partner = app.newPartner()
const client = newClient(app, partner)
const words = [{ type: 'text', fields: { copy: 'Points for brunch.' } }] as const
content.write(partner.slug, 'announcement_banner', [{ slug: 'now', fields: { banner_copy: words } }])

const shown = async (path: string, mark: string) => {
  const { body } = await client.get(path, { cookie: `dw_closed_announcement=${mark}` })
  return body.includes('Points for brunch.')
}

test.each([
  ['/', true],
  ['/search', true],
  ['/how-it-works', false],
  ['/join', false],
])('on %s -> %s', async (path, expected) => {
  expect(await shown(path, '')).toBe(expected)
})

test.each([
  ['the words that were closed', announcementMark([...words]), false],
  ['other words were closed', announcementMark([]), true],
  ['a cookie that is no mark', '%00', true],
])('%s -> shown: %s', async (_case, mark, expected) => {
  expect(await shown('/', mark)).toBe(expected)
})
