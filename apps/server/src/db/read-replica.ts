import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isConnectionError, tookTooLong, unreachable } from './connection-error.ts'
import type { Database, Db } from './open-database.ts'
import { recordedMigrations } from './recorded-migrations.ts'

export interface ReplicaOptions {
  readonly replica: Database
  readonly primary: Database
  /** What a replica has not replayed for longer is read from the primary. */
  readonly maxLagMs: number
  readonly checkEveryMs?: number
  /** It reads what running processes write every few seconds, each time something new. */
  readonly reports?: (db: Db) => Promise<readonly string[]>
}

export interface ReadOptions {
  /** At most as old; it is the bound of `ReplicaOptions` otherwise. */
  readonly maxAgeMs?: number
  /** Whether the replica has what this read must not miss. It is asked on the connection that reads. */
  readonly isCurrent?: (replica: Db) => Promise<boolean>
  /** Its statements have no time limit. */
  readonly mayTakeLong?: boolean
}

export interface Read<T> {
  readonly value: T
  /** Everything that was committed so long ago is in it; 0 from the primary. */
  readonly ageMs: number
}

export interface ReplicaState {
  readonly isUsed: boolean
  /** Null before it is known; at least so long where the replica is further behind than this process has watched. */
  readonly lagSeconds: number | null
  /** Why it is not used, and what to do. */
  readonly problem: string | null
}

interface Log {
  info(fields: object, sentence: string): void
  warn(fields: object, sentence: string): void
}

/** The primary had written so much of its log at a moment of this process. No second clock has a part in it. */
interface Position {
  readonly at: number
  readonly written: number
}

/** An hour of checks, so that alerts see how far a replica is behind. */
const keptPositions = 1_800
const keptReports = 1_000
const checkEveryMs = 2_000
const answerWithinMs = 3_000

/**
 * Reads for which a few seconds do not matter, from a standby of the same database. Before each read its connection says how
 * much of the log it has replayed, so that several standbys may share an address. What cannot be read there, or is too old, is
 * read from the primary.
 */
export class ReadReplica {
  readonly #options: ReplicaOptions
  readonly #closing = new AbortController()
  readonly #positions: Position[] = []
  readonly #reports: NonNullable<ReplicaOptions['reports']>
  #timeline = 0
  /** These were reported before the primary was first seen on this timeline; the others were since. */
  #reportsBefore: ReadonlySet<string> = new Set()
  readonly #reportsSince = new Set<string>()
  /** Standbys that have one of the later reports, by their start. */
  readonly #followers = new Set<string>()
  #state: ReplicaState = { isUsed: false, lagSeconds: null, problem: null }
  readonly #reads = { replica: 0, primary: 0 }
  #log: Log | null = null
  #said: string | null = null
  #watching: Promise<void> = Promise.resolve()

  constructor(options: ReplicaOptions) {
    this.#options = options
    this.#reports = options.reports ?? (async () => [])
  }

  /** @returns after the first checks: a replica that is not reachable holds up a start for a few seconds. */
  async start(): Promise<void> {
    await this.#check()
    // Under load it has replayed the first position, or this build's migrations, only a moment later.
    const isCatchingUp = () => !this.#state.isUsed && [null, otherSchema].includes(this.#state.problem)
    for (let attempts = 0; attempts < 5 && isCatchingUp(); attempts++) {
      await sleep(100)
      await this.#check()
    }
    this.#watching = this.#watch()
  }

  /** From now on it says when the replica is used, and when and why it is not. */
  logTo(log: Log): void {
    this.#log = log
    this.#say()
  }

  state(): ReplicaState {
    return this.#state
  }

  /** How often it read from each. */
  reads(): Readonly<Record<'replica' | 'primary', number>> {
    return this.#reads
  }

  /**
   * @param work it only reads, and is repeated on the primary where it fails on the replica; but what took too long would
   * take as long there.
   */
  async read<T>(primary: Db, work: (db: Db) => Promise<T>, options: ReadOptions = {}): Promise<Read<T>> {
    const found = primary.isTransaction ? null : await this.#readReplica(work, options)
    this.#reads[found ? 'replica' : 'primary'] += 1
    return found ?? { value: await work(primary), ageMs: 0 }
  }

  /**
   * The time since the last commit that it has replayed, by the clock of the primary alone: for where it has not caught up,
   * since after a quiet hour it is an hour.
   */
  async secondsSinceReplayed(): Promise<number | null> {
    const { primary, replica } = this.#options
    const last = await inTime(replica.executeSql('select pg_last_xact_replay_timestamp() as at'))
    const { at } = last.rows[0]! as { at: Date | null }
    if (at === null) return null
    const since = await primary.executeSql('select extract(epoch from now() - $1::timestamptz) as seconds', [
      at,
    ])
    return Math.round((since.rows[0]! as { seconds: number }).seconds)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#watching
    await this.#options.replica.close()
  }

  async #readReplica<T>(
    work: (db: Db) => Promise<T>,
    { maxAgeMs = this.#options.maxLagMs, isCurrent, mayTakeLong = false }: ReadOptions,
  ): Promise<Read<T> | null> {
    if (!this.#state.isUsed) return null
    try {
      const { db: limited, longDb } = this.#options.replica
      return await (mayTakeLong ? longDb : limited).connection().execute(async db => {
        const ageMs = this.#ageOf(await replayedBy(db))
        if (ageMs > Math.min(maxAgeMs, this.#options.maxLagMs)) return null
        if (isCurrent && !(await isCurrent(db))) return null
        return { value: await work(db), ageMs }
      })
    } catch (error) {
      if (tookTooLong(error)) throw error
      // A query that a standby cancels, since its rows are being removed, says nothing about the next one.
      if (isConnectionError(error) && Object(error).code !== '40001')
        this.#become({
          ...this.#state,
          isUsed: false,
          problem: unreachable(error, 'read replica', 'DATABASE_READ_URL'),
        })
      this.#log?.warn({ err: error }, 'a read failed on the read replica, and is repeated on the primary')
      return null
    }
  }

  /** Infinity: it has replayed less than the primary had written when this process first looked. */
  #ageOf(replayed: number): number {
    const known = this.#positions.findLast(({ written }) => written <= replayed)
    return known ? performance.now() - known.at : Number.POSITIVE_INFINITY
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    for (;;) {
      await sleep(this.#options.checkEveryMs ?? checkEveryMs, null, { ref: false, signal }).catch(() => {})
      if (signal.aborted) return
      await this.#check()
    }
  }

  async #check(): Promise<void> {
    const { primary, replica, maxLagMs } = this.#options
    try {
      const at = performance.now()
      const ours = await placeOf(primary.backgroundDb)
      if (ours.timeline !== this.#timeline) await this.#beginTimeline(ours)
      this.#positions.push({ at, written: ours.position })
      if (this.#positions.length > keptPositions) this.#positions.shift()
      const theirs = await inTime(
        replica.db.connection().execute(async db => this.#onTimeline(db, ours, await placeOf(db))),
      )
      const age = this.#ageOf(theirs.position)
      const lagMs = age < Number.POSITIVE_INFINITY ? age : performance.now() - this.#positions[0]!.at
      const problem =
        misplaced(ours, theirs) ?? (lagMs > maxLagMs ? tooFarBehind : await this.#schemaProblem())
      this.#become({ isUsed: problem === null && age <= maxLagMs, lagSeconds: lagMs / 1_000, problem })
    } catch (error) {
      const problem = unreachable(error, 'read replica', 'DATABASE_READ_URL')
      this.#become({ isUsed: false, lagSeconds: null, problem })
    }
  }

  async #beginTimeline({ timeline }: Place): Promise<void> {
    this.#positions.length = 0
    this.#followers.clear()
    this.#reportsSince.clear()
    this.#reportsBefore = new Set(await this.#reports(this.#options.primary.backgroundDb))
    this.#timeline = timeline
  }

  /**
   * A standby says minutes late that it follows another primary. But it has done so once it has a report of after the
   * failover, which nothing but the new primary has.
   */
  async #onTimeline(replica: Db, ours: Place, theirs: Place): Promise<Place> {
    const { timeline } = ours
    if (theirs.timeline === timeline || this.#followers.has(theirs.server)) return { ...theirs, timeline }
    if (this.#reportsSince.size > keptReports) this.#reportsSince.clear()
    for (const report of await this.#reports(this.#options.primary.backgroundDb))
      if (!this.#reportsBefore.has(report)) this.#reportsSince.add(report)
    const there = await this.#reports(replica)
    if (!there.some(report => this.#reportsSince.has(report))) return theirs
    this.#followers.add(theirs.server)
    return { ...theirs, timeline }
  }

  /** A build that is being installed has migrated the primary. */
  async #schemaProblem(): Promise<string | null> {
    if (this.#state.isUsed) return null
    const { primary, replica } = this.#options
    const [ours, theirs] = [
      await recordedMigrations(primary.backgroundDb),
      await recordedMigrations(replica.db),
    ]
    return ours.join() === theirs.join() ? null : otherSchema
  }

  #become(state: ReplicaState): void {
    this.#state = state
    this.#say()
  }

  /** Once, whatever number of reads it is about. */
  #say(): void {
    const { isUsed, problem } = this.#state
    const said = isUsed ? 'used' : problem
    if (!this.#log || said === null || said === this.#said) return
    this.#said = said
    if (isUsed) this.#log.info({}, 'the read replica is used')
    else this.#log.warn({}, `${problem} Until then everything is read from the primary.`)
  }
}

interface Place {
  readonly isStandby: boolean
  /** When it was started: several standbys may share an address. */
  readonly server: string
  readonly system: string
  readonly database: string
  readonly timeline: number
  /** The bytes of the log that are written, or replayed. */
  readonly position: number
}

/** Both numbers of a standby's timeline lag behind the one that it follows, and never run ahead of it. */
const placeQuery = `
  select pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as server,
    (select system_identifier::text from pg_control_system()) as system,
    (select oid::text from pg_database where datname = current_database()) as database,
    case when pg_is_in_recovery()
      then (select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery())
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::float8 as position`

async function placeOf(db: Db): Promise<Place> {
  const { rows } = await sql.raw<Place>(placeQuery).execute(db)
  return rows[0]!
}

async function replayedBy(db: Db): Promise<number> {
  const { rows } = await sql<{ replayed: number | null }>`
    select (pg_last_wal_replay_lsn() - '0/0')::float8 as replayed
    where pg_is_in_recovery()`.execute(db)
  return rows[0]?.replayed ?? Number.NEGATIVE_INFINITY
}

/** @returns why its rows are not those of the primary, and what to do; or null */
function misplaced(ours: Place, theirs: Place): string | null {
  if (theirs.system !== ours.system || theirs.database !== ours.database)
    return 'DATABASE_READ_URL names another database than DATABASE_URL: set it to a streaming replica of that database.'
  if (!theirs.isStandby)
    return 'DATABASE_READ_URL names no replica, but the primary or one that was promoted: set it to a standby that follows the primary, or leave it out.'
  if (theirs.timeline !== ours.timeline) return notFollowed
  return null
}

export const tooFarBehind =
  'The read replica is further behind than DATABASE_READ_MAX_LAG allows: look whether its disk is full, whether its replay is paused (pg_wal_replay_resume) or delayed (recovery_min_apply_delay), and at long queries on it and the network between.'
/** A running process reports every ten seconds. */
export const notFollowed =
  'The read replica has not followed the last failover yet: within half a minute it does by itself, else look at its primary_conninfo, or make it anew from the primary that there is now.'
const otherSchema =
  'The read replica has the schema of another build than the primary: wait until it has replayed the migrations, or look whether its replay is paused.'

/** A server that stands still answers nothing. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = sleep(answerWithinMs, null, { ref: false, signal: done.signal }).then(() => {
    throw new Error(`no answer within ${answerWithinMs / 1_000} seconds`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    done.abort()
    for (const one of [answer, late]) one.catch(() => {})
  }
}
