import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { limits } from '../../apps/server/src/http/limits/rate-limits.ts'
import { newMerchant } from '../../apps/server/src/testing/factories.ts'
import type { TestApp } from '../../apps/server/src/testing/test-app.ts'
import { apiUser } from '../../e2e/support/api.ts'
import { command } from '../faults/fault-load.ts'
import type { Outcome } from '../faults/fault-repair.ts'
import type { Fleet, Member } from './fleet.ts'
import { until, withFleet } from './fleet-scene.ts'
import { ask } from './fleet-visitors.ts'

const guesses = 1_000
const inStepWithinMs = 5_000
const slug = 'skyward'

/**
 * Calls are spread over three servers by the proxy, under addresses that the client invents: it is one address, and
 * limited like one.
 */
export async function limitsHold({ proxyPort }: Fleet): Promise<Outcome> {
  const user = apiUser(`http://${slug}.localhost:${proxyPort}`)
  const statuses = new Map<number, number>()
  let left = guesses
  const lanes = Array.from({ length: 12 }, async () => {
    for (; left > 0; ) {
      left -= 1
      const body = { userName: `guess-${left}@example.com`, password: 'a guess' }
      const { status } = await user.send('POST', '/api/SignIn', body)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  await Promise.all(lanes)
  const heard = guesses - (statuses.get(429) ?? 0)
  const list = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  return {
    notes: `${guesses} guesses at three servers: ${heard} heard (${list})`,
    problems: heard > limits.signIn.max ? [`${heard} guesses were heard, of ${limits.signIn.max}`] : [],
  }
}

/** What changes at one is seen at all of them, also after the database was away for a minute. */
export async function inStep(): Promise<Outcome> {
  const account = await startAccount()
  const { port } = account.server.address() as AddressInfo
  const env = { CONTENT_URL: `http://127.0.0.1:${port}`, CONTENT_TOKENS: `${slug}=token-of-the-bench` }
  try {
    return await withFleet(async fleet => {
      const before = await changeAll(fleet, account, 'one')
      const awayMs = Number(process.env.AWAY_SECONDS ?? 60) * 1_000
      await fleet.postgres.whileStopped(() => new Promise(resolve => setTimeout(resolve, awayMs)))
      const back = await until(
        () =>
          fleet.database.db
            .selectFrom('merchants')
            .select('id')
            .execute()
            .then(
              () => true,
              () => false,
            ),
        30_000,
      )
      const after = await changeAll(fleet, account, 'two')
      const all = [...before, ...after.map(([what, ms]): Seen => [`${what} after the outage`, ms])]
      return {
        notes: all.map(([what, ms]) => `${what} ${ms === null ? 'never' : `${ms.toFixed(0)} ms`}`).join(', '),
        problems: [
          ...(back === null ? ['the database did not come back'] : []),
          ...all
            .filter(([, ms]) => ms === null || ms > inStepWithinMs)
            .map(([what]) => `${what} is not in step within 5 s`),
        ],
      }
    }, env)
  } finally {
    account.server.close()
  }
}

type Seen = [what: string, milliseconds: number | null]

async function changeAll(fleet: Fleet, account: Account, word: string): Promise<Seen[]> {
  const seen: Seen[] = []
  const { webs, database } = fleet
  const location = word === 'one' ? '["/join"]' : '["/login"]'
  const { code, text } = await command(
    fleet.env,
    'settings',
    'set',
    '--partner',
    slug,
    'maintenance.paths',
    location,
  )
  if (code !== 0) throw new Error(text)
  seen.push([
    'setting',
    await untilAll(webs, '/api/feature-flags', body => body.includes(location.slice(1, -1))),
  ])

  const merchant = await newMerchant({ database } as TestApp, { slug } as never, {
    name: `Trattoria ${word}`,
  })
  const search = `/api/v2/Merchants/Search?latitude=${merchant.latitude}&longitude=${merchant.longitude}&restaurantOrCuisine=Trattoria`
  seen.push(['restaurant', await untilAll(webs, search, body => body.includes(`Trattoria ${word}`))])
  const path = `/merchants/${merchant.id}`
  seen.push(['page', await untilAll(webs, path, body => body.includes(`Trattoria ${word}`))])
  await sql`update merchants set name = ${`Osteria ${word}`} where id = ${merchant.id}`.execute(database.db)
  seen.push(['changed page', await untilAll(webs, path, body => !body.includes(`Trattoria ${word}`))])

  // Each server reads the account once a minute; the first one that finds the change tells the others.
  account.word = word
  const shows = (body: string) => body.includes(`Announced ${word}`)
  const first = await until(async () => (await countShowing(webs, shows)) > 0, 90_000)
  seen.push(['content at the others', first === null ? null : await untilAll(webs, contentPath, shows)])
  return seen
}

const contentPath = '/api/cms/pages/announcement_banner/'

async function countShowing(webs: readonly Member[], shows: (body: string) => boolean): Promise<number> {
  const answers = await Promise.all(webs.map(({ port }, n) => ask(undefined, port, slug, contentPath, '', n)))
  return answers.filter(({ body }) => shows(body)).length
}

function untilAll(
  webs: readonly Member[],
  path: string,
  isSeen: (body: string) => boolean,
): Promise<number | null> {
  return until(async () => {
    const answers = await Promise.all(webs.map(({ port }, n) => ask(undefined, port, slug, path, '', n)))
    return answers.every(({ status, body }) => status === 200 && isSeen(body))
  }, 30_000)
}

interface Account {
  readonly server: Server
  word: string
}

/** A content account with one entry that changes. */
async function startAccount(): Promise<Account> {
  const account: Account = {
    word: 'nothing',
    server: createServer((request, response) => {
      const isBanner = request.url?.startsWith('/pages/announcement_banner/')
      const copy = `Announced ${account.word}`
      const fields = { banner_copy: [{ type: 'text', fields: { copy } }] }
      const data = isBanner ? [{ slug: 'main', fields }] : []
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data, meta: { next_page: null } }))
    }).listen(0, '127.0.0.1'),
  }
  await once(account.server, 'listening')
  return account
}
