import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { copyDatabase } from '../../apps/server/src/testing/databases/native-postgres.ts'
import { closedEnvironment } from '../../apps/server/src/testing/processes/child-process.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { privateLines } from './private-lines.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Product {
  readonly dataDir: string
  readonly port: number
  /** It is written "http://skyward.localhost:4567", without a trailing slash. */
  address(slug: string): string
  readonly cardFrameUrl: string
  readonly webhookSecret: string
  /** Run a command beside the server, such as "settings set". @returns what it prints. @throws if it fails */
  command(...words: string[]): Promise<string>
  /** @returns the output of all processes */
  output(): string
  /** Restart the server on the same data. @returns milliseconds to the first response */
  restart(): Promise<number>
  /** Kill the server, like a power failure. */
  kill(): Promise<void>
  /** Stop the server gracefully. @returns exit code and milliseconds */
  terminate(): Promise<{ code: number | null; ms: number }>
  /** Stop everything. @throws if the log tells what is private */
  stop(): Promise<void>
}

/** The embedded database, as in `npm start`. It loads the demo itself, and commands run in the server. */
export const embeddedDatabase = { DATABASE_URL: '' }

/**
 * It starts the server, the card frame, and with `SSO_PORT` the identity provider as processes, on free ports with
 * their own data folder and database.
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dw-e2e-'))
  const { PREPARED_DATA_DIR, PREPARED_POSTGRES_URL } = process.env
  if (PREPARED_DATA_DIR) copyData(PREPARED_DATA_DIR, dataDir)
  const isPrepared = PREPARED_POSTGRES_URL && env.DATABASE_URL === undefined && isDemo(env)
  const [port, cardFramePort] = [await freePort(), await freePort()]
  /** Each stream prints by itself, so that no line is parted by one of another process. */
  const printed: string[] = []
  const environment = closedEnvironment({
    LOG_LEVEL: 'info',
    DEMO_SIZE: 'small',
    ...(isPrepared ? { DATABASE_URL: await copyDatabase(PREPARED_POSTGRES_URL, newDatabaseName()) } : {}),
    ...env,
    DATA_DIR: dataDir,
    PORT: String(port),
    CARD_FRAME_PORT: String(cardFramePort),
  })
  const print = () => printed.join('\n')
  const run = (file: string): ChildProcess => {
    const child = spawn(process.execPath, [file], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      const index = printed.push('') - 1
      stream?.on('data', (chunk: Buffer) => {
        printed[index] += chunk.toString()
      })
    }
    return child
  }
  const serve = async () => {
    const startedAt = performance.now()
    server = run(isDemo(env) ? 'packages/demo-world/src/start.ts' : 'apps/server/src/main.ts')
    await answering(`http://localhost:${port}/readyz`, server, print)
    return performance.now() - startedAt
  }

  let server!: ChildProcess
  const cardFrame = run('apps/card-frame/src/main.ts')
  const provider = env.SSO_PORT ? run('apps/demo-idp/src/main.ts') : null
  const endAll = () =>
    Promise.all([server, cardFrame, ...(provider ? [provider] : [])].map(child => ended(child, 'SIGTERM')))
  await Promise.all([
    serve(),
    answering(`http://localhost:${cardFramePort}/healthz`, cardFrame, print),
    provider &&
      answering(`http://localhost:${env.SSO_PORT}/.well-known/openid-configuration`, provider, print),
  ]).catch(async error => {
    await endAll()
    throw error
  })

  return {
    dataDir,
    port,
    address: slug => `http://${slug}.localhost:${port}`,
    cardFrameUrl: `http://localhost:${cardFramePort}`,
    webhookSecret: JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).fidelWebhook,
    async command(...words) {
      const line = ['apps/server/src/cli/main.ts', ...words]
      const { stdout } = await promisify(execFile)(process.execPath, line, { cwd: root, env: environment })
      return stdout
    },
    output: print,
    restart: serve,
    async kill() {
      await ended(server, 'SIGKILL')
    },
    async terminate() {
      const startedAt = performance.now()
      const code = await ended(server, 'SIGTERM')
      return { code, ms: performance.now() - startedAt }
    },
    async stop() {
      await endAll()
      if (PREPARED_DATA_DIR) linkPictures(dataDir, PREPARED_DATA_DIR)
      rmSync(dataDir, { recursive: true, force: true })
      const found = privateLines(print(), await peopleOf(environment.DATABASE_URL))
      if (found.length > 0)
        throw new Error(`The log tells\n${found.map(({ what, line }) => `${what}: ${line}`).join('\n')}`)
    },
  }
}

/** These are facts of members and staff that may be in no log. The embedded database ends with its server. */
async function peopleOf(databaseUrl: string | undefined): Promise<string[]> {
  if (!databaseUrl) return []
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
  const members = await db
    .selectFrom('members')
    .select(['firstName', 'lastName', 'phoneNumber', 'memberNumber', 'address1'])
    .execute()
  const staff = await db.selectFrom('staff').select('name').execute()
  await close()
  return [...members, ...staff].flatMap(person => Object.values(person).filter(value => value !== null))
}

const isDemo = (env: Record<string, string>): boolean => (env.APP_ENV ?? 'demo') === 'demo'

const newDatabaseName = (): string => `journeys_${randomBytes(8).toString('hex')}`

async function answering(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`A process ended while starting:\n${output()}`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`${url} did not answer within 240 s:\n${output()}`)
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise(resolve => {
    // The process has then written all that it printed.
    child.once('close', code => resolve(code))
    child.kill(signal)
  })
}

/** The pictures are half of the files. */
function copyData(from: string, to: string): void {
  for (const name of readdirSync(from))
    if (!pictures.includes(name)) cpSync(join(from, name), join(to, name), { recursive: true })
  linkPictures(from, to)
}

const pictures = ['photos', 'images']

/** Pictures are encoded once for every server: one is never changed, only replaced under another name. */
function linkPictures(from: string, to: string): void {
  for (const folder of pictures) {
    mkdirSync(join(from, folder), { recursive: true })
    mkdirSync(join(to, folder), { recursive: true })
    const known = new Set(readdirSync(join(to, folder)))
    for (const name of readdirSync(join(from, folder))) {
      if (known.has(name) || name.endsWith('.draft')) continue
      try {
        linkSync(join(from, folder, name), join(to, folder, name))
      } catch (error) {
        // Another worker was faster.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }
  }
}
