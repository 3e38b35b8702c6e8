import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newClient } from './database-hosts.ts'
import type { Db } from './open-database.ts'

/**
 * What processes keep in memory and hear of. Triggers announce it; `content` of folders and accounts is announced by who
 * reads it. `members`: what one of them sees of their rewards.
 */
export type ChangeTopic = 'content' | 'events' | 'members' | 'pages' | 'restaurants' | 'settings'

/**
 * It says what changed within the topic: for `members`, "PARTNER MEMBER"; the others say nothing. Null, which is any of
 * it, comes after the connection was lost: something may have changed meanwhile.
 */
export type ChangedSubjects = ReadonlySet<string> | null

export interface Changes {
  on(topic: ChangeTopic, listener: (subjects: ChangedSubjects) => void): void
  close(): Promise<void>
}

interface Log {
  info(sentence: string): void
  warn(fields: object, sentence: string): void
}

export interface ListenOptions {
  readonly databaseUrl: string
  readonly log: Log
  /** Milliseconds between two checks that the connection still answers. */
  readonly checkEveryMs?: number
}

const channel = 'dineward_changes'
const reconnectMs = 500
const answerWithinMs = 3_000
/** Calls of a listener are at least this far apart: an import announces hundreds of changes a second. */
const pauseMs = 200

export async function announceChange(db: Db, topic: ChangeTopic): Promise<void> {
  await sql`select pg_notify(${channel}, ${topic})`.execute(db)
}

/** Keeps one connection with LISTEN. What is kept in memory polls as well, for connections that pass nothing on. */
export function listenForChanges(options: ListenOptions): Changes {
  return new ChangeListener(options)
}

class ChangeListener implements Changes {
  readonly #options: ListenOptions
  readonly #listeners = new Map<ChangeTopic, ((subjects: ChangedSubjects) => void)[]>()
  /** It has, by topic, what came during the pause. */
  readonly #pausing = new Map<ChangeTopic, { subjects: Set<string> | null }>()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  constructor(options: ListenOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  on(topic: ChangeTopic, listener: (subjects: ChangedSubjects) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener])
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  async #run(): Promise<void> {
    const { log } = this.#options
    let isAway = false
    while (!this.#isClosed) {
      try {
        await this.#listenUntilLost(() => {
          if (isAway) log.info('LISTEN connection restored')
          isAway = false
        })
      } catch (error) {
        if (!isAway && !this.#isClosed) log.warn({ err: error }, 'LISTEN connection lost, reconnecting')
        isAway = true
      }
      await this.#sleep(reconnectMs)
    }
  }

  /** @throws when the connection is lost. */
  async #listenUntilLost(onListening: () => void): Promise<void> {
    const { databaseUrl, checkEveryMs = 5_000 } = this.#options
    const client = newClient(databaseUrl, {
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      application_name: 'dineward changes',
    })
    const lost = new AbortController()
    client.on('error', error => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    client.on('notification', ({ payload = '' }) => {
      const [topic] = payload.split(' ', 1)
      this.#tell(topic as ChangeTopic, new Set([payload.slice(topic!.length + 1)]))
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      onListening()
      for (const topic of this.#listeners.keys()) this.#tell(topic, null)
      while (!this.#isClosed) {
        await this.#sleep(checkEveryMs, lost.signal)
        lost.signal.throwIfAborted()
        if (!this.#isClosed) await client.query('select 1')
      }
    } finally {
      await Promise.race([client.end().catch(() => {}), this.#sleep(reconnectMs)])
    }
  }

  /** It tells at once, then once for all that came during the pause. */
  #tell(topic: ChangeTopic, subjects: ChangedSubjects): void {
    const pausing = this.#pausing.get(topic)
    if (pausing) {
      if (!subjects) pausing.subjects = null
      for (const subject of subjects ?? []) pausing.subjects?.add(subject)
      return
    }
    const pause: { subjects: Set<string> | null } = { subjects: new Set() }
    this.#pausing.set(topic, pause)
    for (const listener of this.#listeners.get(topic) ?? []) listener(subjects)
    setTimeout(() => {
      this.#pausing.delete(topic)
      if (pause.subjects?.size !== 0 && !this.#isClosed) this.#tell(topic, pause.subjects)
    }, pauseMs).unref()
  }

  /** Ends early when the listener is closed, or by `signal`. */
  async #sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const signals = [this.#closing.signal, ...(signal ? [signal] : [])]
    await wait(milliseconds, undefined, { signal: AbortSignal.any(signals), ref: false }).catch(() => {})
  }
}
