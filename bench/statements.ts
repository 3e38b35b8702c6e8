import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoPassword } from '../e2e/support/api.ts'
import { type Product, startProduct } from '../e2e/support/product.ts'
import type { Figure } from './figure.ts'

interface Call {
  readonly what: string
  readonly most: number
  readonly few: string
  readonly many: string
  /** The partner whose members make the call; anonymous without. */
  readonly member?: 'skyward' | 'harbor'
}

const pages = { overview: '/account/overview', activity: '/account/recent_activity' }

const calls: readonly Call[] = [
  { what: 'search', most: 1, few: search(1), many: search(100) },
  { what: 'search page', most: 1, few: '/search?q=pizza', many: '/search' },
  {
    what: 'search in words',
    most: 1,
    few: `${search(1)}&restaurantOrCuisine=piza`,
    many: `${search(100)}&sortBy=name`,
  },
  {
    what: 'map',
    most: 1,
    few: '/api/v2/Merchants/Map?radiusMiles=0.1',
    many: '/api/v2/Merchants/Map?radiusMiles=100',
  },
  { what: 'restaurant page', most: 2, few: '{quiet}', many: '{merchant}' },
  { what: 'GET /api/Member', most: 1, few: '/api/Member', many: '/api/Member', member: 'skyward' },
  { what: 'activity', most: 2, few: transactions(1), many: transactions(100), member: 'skyward' },
  ...(['skyward', 'harbor'] as const).flatMap(member => [
    { what: `account overview of ${member}`, most: 3, few: pages.overview, many: pages.overview, member },
    {
      what: `activity page of ${member}`,
      most: 2,
      few: `${pages.activity}?pageNo=2`,
      many: pages.activity,
      member,
    },
  ]),
]
function search(pageSize: number): string {
  return `/api/v2/Merchants/Search?pageSize=${pageSize}&radiusMiles=100`
}
function transactions(resultsPerPage: number): string {
  return `/api/Member/Transactions?resultsPerPage=${resultsPerPage}`
}

/** P11 counts SQL statements of one call, as logged by the server's pool. */
export async function statementBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-statements-'))
  const file = join(folder, 'log')
  writeFileSync(file, '')
  const preload = fileURLToPath(new URL('statement-log.ts', import.meta.url))
  const product = await startProduct({
    STATEMENT_LOG: file,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${preload}`,
  })
  try {
    return await figuresOf(product, file)
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function figuresOf(product: Product, file: string): Promise<Figure[]> {
  const sessions = {
    skyward: await sessionsOf(product, 'skyward'),
    harbor: await sessionsOf(product, 'harbor'),
  }
  const { merchants } = JSON.parse((await get(product, search(2))).body) as { merchants: { id: string }[] }
  const filled = (path: string) =>
    path
      .replace('{merchant}', `/merchants/${merchants[0]!.id}`)
      .replace('{quiet}', `/merchants/${merchants[1]!.id}`)
  const figures: Figure[] = []
  for (const { what, most, few, many, member } of calls) {
    const { poor, rich } = member ? sessions[member] : anonymous
    const small = await statementsOf(product, file, filled(few), poor)
    const large = await statementsOf(product, file, filled(many), rich)
    if (process.env.STATEMENTS) console.log(`\n${what}\n${large.join('\n')}`)
    figures.push({
      budget: 'P11',
      what: `${what}: at most ${most} statement${most === 1 ? '' : 's'}, as many with many rows as with few`,
      measured: `${large.length}, with few ${small.length}`,
      isMet: large.length <= most && small.length <= most,
    })
  }
  return figures
}

/** The fewest of several tries, since the job queue and settings polling run beside the call. */
async function statementsOf(
  product: Product,
  file: string,
  path: string,
  visitor: Visitor,
): Promise<string[]> {
  const tries: string[][] = []
  for (let round = 0; round < 7; round++) {
    // The address is a new one each time, past the page cache.
    const address = path.startsWith('/api/') ? path : `${path}${path.includes('?') ? '&' : '?'}visit=${round}`
    const before = readFileSync(file, 'utf8').length
    const { status } = await get(product, address, visitor)
    if (status !== 200) return Array(99).fill(`answered ${status}`)
    tries.push(readFileSync(file, 'utf8').slice(before).split('\n').filter(Boolean))
  }
  return tries.reduce((fewest, one) => (one.length < fewest.length ? one : fewest))
}

interface Visitor {
  readonly partner: string
  readonly cookie?: string
}

const visitor: Visitor = { partner: 'skyward' }
const anonymous = { poor: visitor, rich: visitor }

async function sessionsOf(product: Product, partner: string) {
  const sessionOf = (name: string) => signedIn(product, partner, `${name}@${partner}.example`)
  return { poor: await sessionOf('new'), rich: await sessionOf('member') }
}

async function signedIn(product: Product, partner: string, userName: string): Promise<Visitor> {
  const csrf = await get(product, '/api/CSRF', { partner })
  const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string }
  const body = JSON.stringify({ userName, password: demoPassword })
  const answer = await get(
    product,
    '/api/SignIn',
    { partner, cookie: csrf.cookie },
    { body, 'x-xsrf-token': csrfToken },
  )
  if (answer.status !== 200) throw new Error(`${userName} could not sign in: ${answer.body}`)
  return { partner, cookie: answer.cookie }
}

function get(
  product: Product,
  path: string,
  { partner, cookie = '' }: Visitor = visitor,
  { body, ...more }: Record<string, string> = {},
): Promise<{ status: number; body: string; cookie: string }> {
  const { host } = new URL(product.address(partner))
  const headers = {
    host,
    ...(cookie ? { cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: product.port, path, method, headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const cookies = (answer.headers['set-cookie'] ?? []).map(line => line.split(';')[0])
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          cookie: [cookie, ...cookies].filter(Boolean).join('; '),
        })
      })
    })
      .on('error', reject)
      .end(body)
  })
}
