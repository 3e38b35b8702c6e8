import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/open-database.ts'

/** How many lines of each list are worth reading. */
const shown = 25

/** PostgreSQL then counts what each statement takes, planning included. */
export const profilingSettings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
]

interface ProfileFile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  /** It is of the machine's clock, in microseconds. */
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Node's own profiles of processes that are started with `env` and ended with SIGTERM. */
export class CpuProfile {
  readonly env: Readonly<Record<string, string>>
  readonly #folder: string
  #begun = 0

  constructor(folder: string) {
    this.#folder = join(folder, 'profiles')
    mkdirSync(this.#folder)
    this.env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${this.#folder}` }
  }

  /** What was before, such as the start of the processes, does not count. */
  begin(): void {
    this.#begun = Number(process.hrtime.bigint() / 1_000n)
  }

  /** What each event took by the part of the product or the library that it was in, and by function. */
  lines(events: number): string[] {
    const byPart = new Map<string, number>()
    const byFunction = new Map<string, number>()
    const add = (map: Map<string, number>, key: string, ms: number) => map.set(key, (map.get(key) ?? 0) + ms)
    for (const name of readdirSync(this.#folder)) {
      const { nodes, startTime, samples, timeDeltas } = JSON.parse(
        readFileSync(join(this.#folder, name), 'utf8'),
      ) as ProfileFile
      const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
      let at = startTime
      samples.forEach((sample, index) => {
        at += timeDeltas[index]!
        if (at < this.#begun) return
        const { functionName, url, lineNumber } = frames.get(sample)!
        if (functionName === '(idle)') return
        const ms = timeDeltas[index]! / 1_000
        add(byPart, partOf(url, functionName), ms)
        add(
          byFunction,
          `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`,
          ms,
        )
      })
    }
    const listed = (map: Map<string, number>) =>
      [...map]
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, shown)
        .map(([name, ms]) => `${(ms / events).toFixed(3).padStart(8)} ms  ${name}`)
    return ['by part, each event', ...listed(byPart), 'by function', ...listed(byFunction)]
  }
}

/** The package, the folder of the product, or what Node does by itself. */
function partOf(url: string, functionName: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (inPackage) return inPackage
  const inProduct = /(?:apps|packages)\/(\w+)\/src\/(.+)\/[^/]+$/.exec(url)
  if (inProduct) return `${inProduct[1]} ${inProduct[2]!.split('/').slice(0, 2).join('/')}`
  return url.startsWith('node:') ? url.split('/')[0]! : functionName
}

interface CountedStatement {
  readonly query: string
  readonly calls: number
  readonly execMs: number
  readonly planMs: number
}

/** It counts from now on. @returns what prints the dearest */
export async function profiledStatements(db: Db): Promise<(events: number) => Promise<string[]>> {
  await sql`create extension if not exists pg_stat_statements`.execute(db)
  await sql`select pg_stat_statements_reset()`.execute(db)
  return async events => {
    const { rows } = await sql<CountedStatement>`
      select query, calls, total_exec_time as "execMs", total_plan_time as "planMs" from pg_stat_statements
      order by total_exec_time + total_plan_time desc`.execute(db)
    const total = rows.reduce((sum, { execMs, planMs }) => sum + execMs + planMs, 0)
    return [
      `statements: ${(total / events).toFixed(3)} ms each event`,
      ...rows.slice(0, shown).map(({ query, calls, execMs, planMs }) => {
        const each = (ms: number) => (ms / events).toFixed(3)
        const text = query.replace(/\s+/g, ' ').slice(0, 140)
        return `${each(execMs + planMs).padStart(8)} ms (${each(planMs)} planning), ${(calls / events).toFixed(2)} calls  ${text}`
      }),
    ]
  }
}
