import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { mainOf, unstyledClasses } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const web = await loadWebBuild(`${root}apps/web/dist`)
const app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })

test.each([
  ['skyward', 'sun'],
  ['meridian', 'arch'],
  ['harbor', 'grid'],
  ['cellwave', 'sticker'],
  ['tablefolk', 'stamp'],
])('page that is not found, of %s -> a drawing on the ground of its theme: %s', async (like, ground) => {
  const { statusCode, body } = await newClient(app, app.newPartner({ like })).get('/nowhere')
  expect(statusCode).toBe(404)
  expect(mainOf(body)).toContain(`data-ground="${ground}"`)
  expect(unstyledClasses(body)).toEqual([])
})

test('search without results -> a drawing, and one heading of the message', async () => {
  const { body } = await newClient(app, app.newPartner({ like: 'harbor' })).get(
    '/search?restaurantOrCuisine=zzz',
  )
  expect(mainOf(body)).toContain('data-ground="grid"')
  expect(mainOf(body).match(/<h2[ >]/g)).toHaveLength(1)
})
