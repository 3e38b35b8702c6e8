import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from './support/browser.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpProduct, test } from './support/journey.ts'

const on = setUpProduct()

test('integrations: a key and an endpoint, each secret shown once; a test event -> its delivery', async () => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    bodies.push(body)
    response.end('taken')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dineward`
  try {
    const page = await openConsole(on, 'admin@dineward.example', { path: '/programs/tablefolk/integrations' })
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('CRM')
    await page.getByLabel('members:read').check()
    await page.getByRole('button', { name: 'Make the key' }).click()
    await expect(page.getByText(/^dw_test_/).last()).toBeVisible()
    await page.getByRole('button', { name: 'I have stored it' }).click()

    await page.getByRole('button', { name: 'New endpoint' }).click()
    await page.getByLabel('Address').fill(url)
    await page.getByRole('button', { name: 'Add the endpoint' }).click()
    await expect(page.getByText(/^whsec_/)).toBeVisible()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await inspect(page, 'all', null, [390])

    await page.getByRole('link', { name: url }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await expect(page.getByRole('status').getByText('The test event arrived')).toBeVisible()
    expect(JSON.parse(bodies[0]!)).toMatchObject({ type: 'endpoint.test', program: 'tablefolk' })
    await page.getByRole('button', { name: /^Details of endpoint.test/ }).click()
    await expect(page.getByRole('dialog').getByText('taken')).toBeVisible()
    await page.keyboard.press('Escape')
    await inspect(page, 'all', null, [390])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
