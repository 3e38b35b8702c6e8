import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type ClaimScene, newClaimScene } from '../../features/claims/claims-for-test.ts'
import { exportMember } from '../../features/leaving/leaving.service.ts'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const app = await createTestApp({
  web: await loadWebBuild(`${root}apps/web/dist`),
  fontDir: `${root}apps/server/dist/fonts`,
})

const pathOf = ({ network }: ClaimScene) => `/account/claim?merchant=${network.merchant.id}`

/** As a browser without script does: a form with a file. */
async function post({ client }: ClaimScene, path: string, fields: Record<string, string>, file?: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('receipt', new Blob(file ? [new Uint8Array(file)] : []), file ? 'receipt.png' : '')
  const encoded = new Request('http://x', { method: 'POST', body: form })
  return client.send('POST', path, Buffer.from(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type')!,
    'sec-fetch-site': 'same-origin',
  })
}

test('a report without script: a mistake keeps what was typed; then the answer and the receipt are there', async () => {
  const scene = await newClaimScene(app)
  const { client, network } = scene
  const typed = { dinedOn: '2026-02-20', amount: 'forty', note: 'With <b>Ana</b> 🍝' }
  const refused = await post(scene, pathOf(scene), typed)
  expect(refused.statusCode).toBe(400)
  expect(mainOf(refused.body)).toContain('Enter the amount that you paid')
  expect(mainOf(refused.body)).toContain('value="2026-02-20"')
  expect(mainOf(refused.body)).toContain('With &lt;b&gt;Ana&lt;/b&gt; 🍝')

  // Larger than JSON may be.
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = { create: { width: 400, height: 600, channels: 3, background: '#fff', noise } } as const
  const answered = await post(
    scene,
    pathOf(scene),
    { ...typed, amount: '$42.50' },
    await sharp(picture).png().toBuffer(),
  )
  expect(answered.statusCode).toBe(303)
  const list = mainOf((await client.get(String(answered.headers.location))).body)
  expect(list).toMatch(/We have your report of Casa Lumen[\s\S]*Asked the card network[\s\S]*Answer by/)
  expect((await exportMember(app.context(network.partner), network.memberId)).sections.receipts).toHaveLength(
    1,
  )

  const again = await post(scene, pathOf(scene), { ...typed, amount: '42.50' })
  expect(again.statusCode).toBe(400)
  expect(mainOf(again.body)).toContain('You have reported a visit at this restaurant on that day already')
})

test('asks only what is not known: the restaurant by its name, the card where there are several', async () => {
  const scene = await newClaimScene(app)
  const { client, network } = scene
  const page = async (path: string) => mainOf((await client.get(path)).body)
  expect(await page('/account/claim')).toContain('Where did you dine?')
  expect(await page('/account/claim?restaurant=lumen')).toContain(`href="${pathOf(scene)}"`)
  expect(await page('/account/claim?restaurant=zzz')).toContain('No restaurant of this program matches “zzz”')
  expect(await page('/account/claim?merchant=no-such-place')).toContain('Where did you dine?')
  expect(await page(pathOf(scene))).not.toContain('Card that you paid with')
  await newLinkedCard(app, { partnerId: network.partner.slug, id: network.memberId }, { lastFour: '9911' })
  expect(await page(pathOf(scene))).toMatch(
    /Card that you paid with[\s\S]*I am not sure[\s\S]*ending in 9911/,
  )
})

test('a form with a file: read on this page only, and of members only', async () => {
  const scene = await newClaimScene(app)
  expect((await post(scene, '/account/review', {})).statusCode).toBe(415)
  const session = [...scene.client.cookies.keys()].find(name => name.endsWith('dw_session'))!
  scene.client.cookies.set(session, 'x'.repeat(43))
  const { statusCode, headers } = await post(scene, pathOf(scene), {})
  expect([statusCode, headers.location]).toEqual([
    303,
    `/login?${new URLSearchParams({ returnTo: pathOf(scene) })}`,
  ])
})
