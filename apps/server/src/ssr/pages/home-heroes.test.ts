import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { mainOf, unstyledClasses } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const web = await loadWebBuild(`${root}apps/web/dist`)
const app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })

async function homeOf(like: string, restaurants: number): Promise<string> {
  const partner = app.newPartner({ like })
  for (let n = 0; n < restaurants; n++) await newMerchant(app, partner)
  const { body } = await newClient(app, partner).get('/')
  expect(unstyledClasses(body)).toEqual([])
  return mainOf(body).split('</section>')[0]!
}

const signs = {
  skyward: 'data-emphasis="places"',
  meridian: 'sizes="100vw"',
  harbor: 'type="range"',
  cellwave: '<article',
  tablefolk: '<ol',
}

test.each(Object.entries(signs))(
  'home of %s -> the composition of its theme, with one heading and the search',
  async (like, sign) => {
    const hero = await homeOf(like, 9)
    const present = Object.values(signs).filter(one => hero.includes(one))
    expect(present).toContain(sign)
    expect(hero.match(/<h1[ >]/g)).toHaveLength(1)
    expect(hero).toContain('name="location"')
  },
)

test.each(['meridian', 'cellwave', 'tablefolk'])(
  'home of %s without restaurants -> the composition that needs no pictures',
  async like => {
    const hero = await homeOf(like, 0)
    expect(hero).not.toMatch(/<ol|<article|sizes="100vw"/)
    expect(hero).toContain('name="location"')
  },
)

test('calculator for visitors -> a year of the program’s highest rate, from a month of $300', async () => {
  const hero = await homeOf('harbor', 0)
  expect(hero).toContain('$180.00')
  expect(hero).toContain('$15.00')
})
