import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/native-postgres.ts'
import { buildStages, isIgnored, parseContainerfile, removeStages, type Stage } from './containerfile.ts'
import { checkWithTools } from './deploy-tools.ts'

/*
 * `npm run deploy:check`: builds what the Containerfile says in a clean folder, starts it as it would run in containers
 * (no root, a tree that cannot be written, secrets from files, PostgreSQL), and asks it. Takes
 * some minutes.
 */

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'dineward-deploy-'))
execFileSync('chmod', ['755', folder])
const startedAt = performance.now()
const results: boolean[] = []
const running: ChildProcess[] = []
const host = 'dining.skyward.example'

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  removeStages(folder)
})
for (const { what, passed, output } of checkWithTools(root, folder)) {
  if (passed === null) console.log(`not checked: ${what}, which is not installed`)
  else check(what, passed)
  if (passed === false) console.log(output)
}
const stage = build()
const postgres = await startPostgres()
try {
  await checkRunning(stage, await copyDatabase(postgres.url, 'dineward'))
} finally {
  await postgres.stop()
}
const failed = results.filter(passed => !passed).length
console.log(`${results.length - failed} passed, ${failed} failed, in ${seconds()} s`)
process.exit(failed > 0 ? 1 : 0)

function build(): Stage {
  const context = join(folder, 'context')
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(file => file !== '' && !isIgnored(file, patterns))) {
    mkdirSync(dirname(join(context, file)), { recursive: true })
    cpSync(join(root, file), join(context, file))
  }
  const instructions = parseContainerfile(readFileSync(join(root, 'Containerfile'), 'utf8'))
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const stage = buildStages(instructions, { context, folder, path })
  const app = join(stage.folder, stage.workDir)
  execFileSync('chmod', ['-R', 'a-w,a+rX', app])
  const size = execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0]
  console.log(`built in ${seconds()} s: ${size} MB`)
  for (const absent of [
    'packages/demo-world/src',
    'apps/demo-idp/src',
    'node_modules/vite',
    'node_modules/typescript',
  ])
    check(`${absent} is not in it`, !existsSync(join(app, absent)))
  return stage
}

async function checkRunning(stage: Stage, databaseUrl: string): Promise<void> {
  const environment = environmentOf(stage, databaseUrl)
  const before = filesOf(stage)
  const [web, worker, frame] = [await freePort(), await freePort(), await freePort()]
  const cardFrame = ['node', 'apps/card-frame/src/main.ts']
  const processes = [
    start(stage, { ...environment, PORT: `${web}`, ROLE: 'web' }),
    start(stage, { ...environment, PORT: `${worker}`, ROLE: 'worker' }),
    start(stage, { ...environment, CARD_FRAME_PORT: `${frame}` }, cardFrame),
  ]
  await until(`http://127.0.0.1:${web}/readyz`)
  await until(`http://127.0.0.1:${worker}/readyz`)
  await until(`http://127.0.0.1:${frame}/healthz`)
  for (const [name, port, path] of [
    ['web', web, '/healthz'],
    ['web', web, '/readyz'],
    ['worker', worker, '/healthz'],
    ['worker', worker, '/readyz'],
    ['card frame', frame, '/healthz'],
  ] as const)
    check(`${name}: ${path} answers 200`, (await get(port, path)).status === 200)
  const page = await get(web, '/')
  check('web: a page', page.status === 200 && page.text.includes('<h1'))
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '/none'
  check(`web: its script ${script}`, (await get(web, script)).status === 200)
  check('web: a page that searches', (await get(web, '/search')).status === 200)
  check('web: its contract', (await get(web, '/api/openapi.json')).status === 200)
  const [, ...healthCheck] = stage.healthCheck
  const health = spawnSync(process.execPath, healthCheck, { env: { PORT: `${web}` } })
  check('web: the health check of the image', health.status === 0)
  for (const child of processes) child.kill('SIGTERM')
  const codes = await Promise.all(processes.map(child => exitCode(child)))
  check(
    `SIGTERM -> each ends with 0 (${codes})`,
    codes.every(code => code === 0),
  )
  check('nothing was written outside of /data', filesOf(stage) === before)
}

function environmentOf(stage: Stage, databaseUrl: string): Record<string, string> {
  const secrets = {
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    APP_SECRET: 'app-secret-of-the-check',
    CARD_TOKEN_SECRET: 'card-token-secret-of-the-check',
    CARD_FINGERPRINT_SECRET: 'fingerprint-secret-of-the-check',
    FIDEL_WEBHOOK_SECRET: 'webhook-secret-of-the-check',
  }
  const files = Object.entries(secrets).map(([name, secret]) => {
    const file = join(folder, name)
    writeFileSync(file, `${secret}\n`)
    return [`${name}_FILE`, file]
  })
  return {
    ...stage.env,
    ...Object.fromEntries(files),
    HOST: '127.0.0.1',
    DATA_DIR: join(stage.folder, 'data'),
    PUBLIC_URL: `https://${host}`,
    CARD_FRAME_URL: 'https://cards.skyward.example',
    ALLOWED_PARENTS: `https://${host}`,
  }
}

function start(stage: Stage, env: Record<string, string>, [, ...args] = stage.command): ChildProcess {
  const [uid, gid] = stage.user.split(':').map(Number)
  const child = spawn(process.execPath, args, {
    cwd: join(stage.folder, stage.workDir),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(process.getuid?.() === 0 ? { uid: uid!, gid: gid! } : {}),
  })
  running.push(child)
  return child
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  return (await once(child, 'exit'))[0]
}

async function until(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (running.some(({ exitCode }) => exitCode !== null))
      throw new Error(`A process ended before ${url} answered.`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within a minute.`)
}

async function get(port: number, path: string): Promise<{ status: number; text: string }> {
  const text = execFileSync(
    'curl',
    [
      '-s',
      '-w',
      '\n%{http_code}',
      '-H',
      `host: ${host}`,
      '-H',
      'x-forwarded-proto: https',
      `http://127.0.0.1:${port}${path}`,
    ],
    { encoding: 'utf8', maxBuffer: 64 << 20 },
  )
  const end = text.lastIndexOf('\n')
  return { status: Number(text.slice(end + 1)), text: text.slice(0, end) }
}

/** With size and time of change. */
function filesOf(stage: Stage): string {
  const app = join(stage.folder, stage.workDir)
  return execFileSync('find', [app, '-printf', '%p %s %T@\n'], { encoding: 'utf8', maxBuffer: 256 << 20 })
}

function check(what: string, passed: boolean): void {
  results.push(passed)
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${what}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(0)
}
