import { expect, test } from 'vitest'
import { consoleClient, sendTo } from '../../testing/access/console-for-test.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'

const app = await createTestApp()
const partner = app.newPartner()
const { id } = await newMerchant(app, partner)

test.each([
  ['RestaurantImports', `?partner=${partner.slug}`],
  ['Finance/Reconciliations', '?network=kard'],
  ['Finance/Reconciliations/Preview', '?network=kard'],
  [`Restaurants/${id}/Photos`, '?kind=place&alt=The%20room'],
])(
  '%s: a name with line ends, or that turns the direction of text -> refused by its field',
  async (path, query) => {
    const client = await consoleClient(app, 'admin')
    for (const name of ['a\r\nSet-Cookie: x=1', 'a\u202egpj.csv']) {
      const url = `/api/Console/${path}${query}&fileName=${encodeURIComponent(name)}`
      const response = await sendTo(client, 'POST', url, Buffer.from('a,b\n1,2'), {
        'content-type': 'application/octet-stream',
      })
      expect([response.statusCode, response.json().fieldErrors?.[0].field]).toEqual([400, 'fileName'])
    }
  },
)
