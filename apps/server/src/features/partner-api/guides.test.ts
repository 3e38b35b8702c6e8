import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'shell-quote'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newApiClient } from '../../testing/api-client-for-test.ts'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

/* What the guides and examples say is done as it stands there. */

const root = join(import.meta.dirname, '../../../../..')
const app = await createTestApp({ api: { hosts: ['127.0.0.1', 'api.localhost'], isDemo: true } })
const folder = mkdtempSync(join(tmpdir(), 'dw-guides-'))
const env: Record<string, string> = { PATH: process.env.PATH ?? '' }
let email: string

beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { partner, memberId, deliver } = await newCardNetwork(app)
  await deliver('transaction.clearing', { amount: 42.5 })
  await newMerchant(app, partner)
  const member = await app.database.db
    .selectFrom('members')
    .select('email')
    .where('partnerId', '=', partner.slug)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  email = member.email
  env.KEY = (await newApiClient(app, partner)).key
  env.API = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocksOf = (file: string, language: string) =>
  Array.from(
    readFileSync(join(root, 'docs', file), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
    ([, name, code]) => ({ name, code: code! }),
  ).flatMap(({ name, code }) => (name === language ? [code] : []))

/** The calls of a block, made as curl would. */
async function curl(
  command: string,
): Promise<{ status: number; body: { readonly items?: readonly { readonly id: string }[] } }> {
  const words = parse(command.replaceAll('\\\n', ' '), env).filter(word => typeof word === 'string')
  const valuesOf = (flag: string) => words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []))
  const [url] = words.filter(word => /^https?:/.test(word))
  const answer = await fetch(url!, {
    method: valuesOf('-X')[0] ?? 'GET',
    headers: Object.fromEntries(
      valuesOf('-H').map(header => header.split(/: (.*)/).slice(0, 2) as [string, string]),
    ),
    ...(valuesOf('-d')[0] ? { body: valuesOf('-d')[0]! } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as object }
}

test('the first call, command by command: a member is enrolled, and a played dine earns', async () => {
  const commands = blocksOf('guides/first-call.md', 'bash')
    .flatMap(block => block.split(/^(?=curl )/m))
    .filter(command => command.startsWith('curl '))
  expect(commands.length).toBeGreaterThan(5)
  const answers: Awaited<ReturnType<typeof curl>>[] = []
  for (const command of commands) {
    const answer = await curl(command.replace('member@skyward.example', email))
    expect([command, answer.status, answer.body]).toEqual([
      command,
      expect.toSatisfy(status => status < 300),
      expect.anything(),
    ])
    answers.push(answer)
    if (command.includes('/v1/members?')) env.MEMBER = answer.body.items![0]!.id
    if (command.includes('/v1/restaurants?')) env.MERCHANT = answer.body.items![0]!.id
  }
  expect(answers.at(-1)!.body).toMatchObject({ units: expect.any(Number) })
})

const run = async (file: string, more: Record<string, string> = {}) =>
  (await promisify(execFile)(process.execPath, [file], { cwd: folder, env: { ...env, ...more } })).stdout

test('JavaScript of the guides runs', async () => {
  for (const [at, code] of blocksOf('guides/backfill.md', 'js').entries()) {
    const file = join(folder, `guide-${at}.mjs`)
    writeFileSync(file, code)
    expect(await run(file)).toMatch(/^\d+\n$/)
  }
})

test('examples: a CRM’s copy and a warehouse’s file, and what changed since', async () => {
  const crm = join(root, 'examples/crm-sync.ts')
  expect(await run(crm)).toMatch(/^\d+ members read, \d+ members kept\.\n$/)
  const copy = () =>
    JSON.parse(readFileSync(join(folder, 'crm.json'), 'utf8')).members as Record<string, object>
  expect(copy()[env.MEMBER!]).toMatchObject({ email })
  const changed = await fetch(`${env.API}/v1/members/${env.MEMBER}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${env.KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Juniper' }),
  })
  expect(changed.status).toBe(200)
  // Events are read once all earlier transactions of the server have ended, those of other tests too.
  await vi.waitFor(async () => {
    expect(await run(crm)).toMatch(/^\d+ events read/)
    expect(copy()[env.MEMBER!]).toMatchObject({ firstName: 'Juniper' })
  }, 10_000)
  expect(await run(join(root, 'examples/warehouse-export.ts'))).toMatch(/^[1-9]\d* dines written to /)
})
