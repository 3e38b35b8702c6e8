import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnv } from '../../apps/server/src/env/env.ts'
import {
  copyDatabase,
  type NativePostgres,
  startPostgres,
} from '../../apps/server/src/testing/databases/native-postgres.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { openWorld } from '../../apps/server/src/world.ts'
import { signedInToProgram } from '../console/console-staff.ts'
import { metricsToken, seatsIn } from '../faults/fault-load.ts'
import type { Figure } from '../figure.ts'
import { startWorker, type Worker } from '../workers.ts'
import { growthOf, readHeap, snapshotOptions } from './heap-growth.ts'
import { boundsOfRows } from './row-bounds.ts'
import { type SoakLoad, type SoakTarget, startSoakLoad } from './soak-load.ts'
import { type Sample, sampleFiles, sampleProcess, sampleRows } from './soak-samples.ts'
import { type Verdict, verdictOf } from './verdicts.ts'

/*
 * `npm run bench soak`: two hours of all that people, networks and strangers do, on the embedded database and on a web
 * process, a worker and PostgreSQL at the same time. `SHORT=1` takes ten minutes, `MINUTES=40` forty. What grows, and what bounds it?
 */

const minute = 60_000
const minutes = process.env.SHORT === undefined ? Number(process.env.MINUTES ?? 120) : 10
const warmUp = Math.min(10, minutes / 5)
const times = {
  warmUp: warmUp * minute,
  rest: minute,
  load: (minutes - warmUp - 4) * minute,
  quiet: 3 * minute,
}
const sampleMs = 15_000
/** Their dines last for two hours. */
const membersOfEach = 300

interface Watched {
  readonly name: string
  readonly process: Worker
  readonly samples: Sample[]
}

interface Side {
  readonly name: string
  readonly target: SoakTarget
  readonly watched: readonly Watched[]
  readonly snapshotDir: string
  /** Files, and rows where another connection may count them. */
  sampleData(): Promise<Sample>
  stop(): Promise<void>
}

export async function soakBudgets(): Promise<Figure[]> {
  // First of all: what this process makes once it has opened a data folder, the database's user may not read.
  const postgres = await startPostgres()
  const sides: Side[] = []
  try {
    // One after the other, since this process has to keep up with the embedded database.
    sides.push(await startEmbedded())
    sides.push(await startOnServer(postgres))
    return (await Promise.all(sides.map(soak))).flat()
  } finally {
    for (const side of sides) await side.stop()
    await postgres.stop()
  }
}

async function soak(side: Side): Promise<Figure[]> {
  await underLoad(side, times.warmUp)
  await quiet(side, times.rest)
  const data = [await side.sampleData()]
  const before = lastOf(side)
  for (const { samples } of side.watched) samples.length = 0
  const load = await underLoad(side, times.load, async () => data.push(await side.sampleData()))
  const during = side.watched.map(({ samples }) => samples.splice(0))
  await quiet(side, times.quiet)
  data.push(await side.sampleData())
  const after = lastOf(side)
  const lines = side.watched.map((_, index) =>
    linesOf({ before: before[index]!, during: during[index]!, after: after[index]! }),
  )
  const figures = side.watched.map((one, index) => figureOf(`${side.name}, ${one.name}`, lines[index]!))
  for (const [index, one] of side.watched.entries())
    if (lines[index]!.some(line => isOfHeap(line) && isNotBack(line))) await explainGrowth(side, one)
  return [...figures, dataFigure(side.name, data), answersFigure(side.name, load)]
}

/** @returns the load after it has ended */
async function underLoad(side: Side, ms: number, eachTime?: () => Promise<unknown>): Promise<SoakLoad> {
  const load = startSoakLoad(side.target)
  await sampled(side, ms, eachTime)
  await load.stop()
  return load
}

const quiet = (side: Side, ms: number) => sampled(side, ms)

async function sampled(side: Side, ms: number, eachTime?: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end; ) {
    await sleep(Math.min(sampleMs, end - performance.now()))
    for (const { name, process, samples } of side.watched) {
      const sample = await sampleProcess(process.port)
      if (sample) samples.push(sample)
      else console.log(`${side.name}, ${name}: no answer to a sample`)
    }
    await eachTime?.()
  }
}

/** The least of the last three of each line: memory that the next collection frees is not in use. */
const lastOf = (side: Side): Sample[] =>
  side.watched.map(({ samples }) => {
    const last = samples.slice(-3)
    return new Map([...last[0]!.keys()].map(line => [line, Math.min(...last.map(one => one.get(line)!))]))
  })

/** Smaller differences are none: MB, handles or milliseconds. */
const least = (line: string): number => (line.endsWith('MB') ? 8 : line.startsWith('event loop') ? 50 : 5)

/** These hold what the cache of pages holds, which has a bound and a line of its own. */
const withPages = ['RSS MB', 'external MB', 'array buffers MB']

interface Course {
  readonly before: Sample
  readonly during: readonly Sample[]
  readonly after: Sample
}

interface Line extends Verdict {
  readonly line: string
  readonly text: string
}

function linesOf({ before, during, after }: Course): Line[] {
  const readOf = (sample: Sample, line: string) =>
    sample.get(line)! - (withPages.includes(line) ? sample.get('page cache MB')! : 0)
  return [...before.keys()].map(line => {
    const [first, last] = [readOf(before, line), readOf(after, line)]
    const under = during.map(sample => readOf(sample, line))
    const verdict = verdictOf({ before: first, during: under, after: last }, least(line))
    const rounded = (value: number) => value.toFixed(line.endsWith('MB') ? 1 : 0)
    const text = `${line.padEnd(26)}${rounded(first).padStart(8)} before, ${rounded(Math.max(...under)).padStart(8)} at most, ${rounded(last).padStart(8)} after: ${verdict.kind}`
    return { line, text, ...verdict }
  })
}

const withHeap = ['heap MB', 'external MB', 'array buffers MB']

/** What must be back: memory and all that is open. The others are shown. */
const mustBeBack = [
  'RSS MB',
  'heap MB',
  'external MB',
  'array buffers MB',
  'open files',
  'handles',
  'timers',
  'connections',
]

const isNotBack = ({ line, isBack }: Line): boolean => mustBeBack.includes(line) && !isBack

/** A snapshot shows what is kept there; the rest of the process's memory is in no snapshot. */
const isOfHeap = ({ line }: Line): boolean => withHeap.includes(line)

function figureOf(name: string, lines: readonly Line[]): Figure {
  console.log(`\n${name}\n${lines.map(({ text }) => `  ${text}`).join('\n')}`)
  const notBack = lines.filter(isNotBack)
  const growing = lines.filter(({ kind }) => kind === 'growing')
  const named = (some: readonly Line[]) =>
    some.map(({ line, back }) => `${line} ${back.toFixed(2)}x`).join(', ')
  return {
    budget: 'soak',
    what: `${name}: memory and handles back within 10 % three minutes after ${times.load / minute} minutes of load, nothing growing`,
    measured: `not back: ${named(notBack) || 'none'}; growing: ${named(growing) || 'none'}`,
    isMet: notBack.length + growing.length === 0,
  }
}

/** Two snapshots with load between them: what there is more of is what is kept. */
async function explainGrowth(side: Side, { name, process }: Watched): Promise<void> {
  const before = await readHeap(process.pid, side.snapshotDir)
  await underLoad(side, times.load / 4)
  await quiet(side, minute)
  const after = await readHeap(process.pid, side.snapshotDir)
  console.log(
    `\n${side.name}, ${name}: more in the heap after ${times.load / 4 / minute} more minutes of load`,
  )
  for (const line of growthOf(before, after)) console.log(`  ${line}`)
}

/** How documents name a table or a folder. */
function nameOf(kind: string): string {
  if (kind.startsWith('jobs.')) return 'jobs'
  return kind.replace(/^files in /, 'DATA_DIR/')
}

/** Every table and folder that has more than before must have a bound that a document names. */
function dataFigure(name: string, data: readonly Sample[]): Figure {
  const bounds = boundsOfRows()
  const [first, last] = [data[0]!, data.at(-1)!]
  const grown = [...last].flatMap(([kind, count]) => {
    const more = count - (first.get(kind) ?? 0)
    return more > 0 ? [{ kind, more, bound: bounds.get(nameOf(kind)) ?? null }] : []
  })
  console.log(`\n${name}: rows and files`)
  for (const { kind, more, bound } of grown.toSorted((one, other) => other.more - one.more))
    console.log(`  ${String(more).padStart(8)} more  ${kind.padEnd(28)} ${bound ?? 'NO BOUND'}`)
  const unbounded = grown.filter(({ bound }) => bound === null).map(({ kind }) => kind)
  return {
    budget: 'soak',
    what: `${name}: rows and files that grew have a bound in a document`,
    measured: `${grown.length} kinds grew, without one: ${unbounded.join(', ') || 'none'}`,
    isMet: unbounded.length === 0,
  }
}

function answersFigure(name: string, { answers, failures }: SoakLoad): Figure {
  for (const failure of new Set(failures)) console.log(`  ${failure}`)
  const counts = [...answers].toSorted().map(([status, count]) => `${count} x ${status}`)
  return {
    budget: 'soak',
    what: `${name}: no request failed`,
    measured: counts.join(', '),
    isMet: failures.length === 0,
  }
}

async function startEmbedded(): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-soak-'))
  const { env, target, snapshotDir } = await prepared(folder, {})
  const process = await startWorker(env)
  return {
    name: 'embedded',
    target,
    snapshotDir,
    watched: [{ name: 'all', process, samples: [] }],
    sampleData: async () => sampleFiles(folder),
    async stop() {
      await process.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOnServer(postgres: NativePostgres): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-soak-'))
  const DATABASE_URL = await copyDatabase(postgres.url, 'soak')
  const { env, target, snapshotDir } = await prepared(folder, { DATABASE_URL })
  const web = await startWorker({ ...env, ROLE: 'web' })
  const worker = await startWorker({ ...env, ROLE: 'worker', PORT: String(await freePort()) })
  const counting = await openWorld(readEnv({ DATABASE_URL, DATA_DIR: folder }))
  return {
    name: 'PostgreSQL',
    target,
    snapshotDir,
    watched: [
      { name: 'web', process: web, samples: [] },
      { name: 'worker', process: worker, samples: [] },
    ],
    sampleData: async () => new Map([...sampleFiles(folder), ...(await sampleRows(counting.database.db))]),
    async stop() {
      await counting.database.close()
      for (const process of [web, worker]) await process.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Members, restaurants and staff, before the processes start. */
async function prepared(folder: string, given: Readonly<Record<string, string>>) {
  const port = await freePort()
  const snapshotDir = join(folder, 'snapshots')
  mkdirSync(snapshotDir)
  const env = {
    ...given,
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: '1',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: snapshotOptions(snapshotDir),
  }
  const world = await openWorld(readEnv(env))
  const seats = await seatsIn(world.database, membersOfEach)
  const consoleToken = await signedInToProgram(world, 'harbor')
  await world.database.close()
  return { env, snapshotDir, target: { port, seats, consoleToken } }
}
