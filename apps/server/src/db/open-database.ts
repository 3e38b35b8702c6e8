import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresPool } from 'kysely'
import { CamelCasePlugin, type Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { refuseFilesOfOthers } from '../data-folder/data-folder.ts'
import { DatabaseWithEnds } from './before-commit.ts'
import { type Clients, clientsOf } from './database-hosts.ts'
import { isDiskFull } from './disk-full.ts'
import { lockDataDir } from './embedded/data-lock.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded-database.ts'
import { preparing } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { type QueryListener, watchQueries } from './watch-queries.ts'
import { isReadOnlyError } from './write-access.ts'

/** It is a connection or a transaction: the caller decides which. */
export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** It is the same as `db`, for the statements of card events; on a server they are prepared, but not by a pooler. */
  readonly preparedDb: Db
  /** It has no time limit of requests, for what a worker reads of whole tables. Embedded it is `db`. */
  readonly longDb: Db
  /** Waits a minute for a busy connection, which a visitor does not: for the start of a process. */
  readonly backgroundDb: Db
  readonly embedded: boolean
  /** It waits as long as `backgroundDb`, for the queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: never[] }>
  /** It restarts the embedded database, and is absent on a server. */
  readonly restart?: (reason: string) => void
  poolState(): PoolState
  /** Tell a listener of every query from now on. */
  watchQueries(listener: QueryListener): void
  close(): Promise<void>
}

export interface PoolState {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface DatabaseOptions {
  readonly databaseUrl: string | null
  /** Where `databaseUrl` is a pooler: the database itself, for what needs a connection of its own. */
  readonly databaseDirectUrl?: string | null
  /** A command reads whole tables of a server, however long that takes; a request must not. */
  readonly mayTakeLong?: boolean
  readonly dataDir: string
  readonly socketDir: string
  readonly onRestart?: (reason: string) => void
  /**
   * It is called once, when the embedded database cannot be trusted (a full disk) or started: the process has to end.
   */
  readonly onFatal?: (error: Error) => void
  readonly dumpFile?: string
  /** An empty database made at build time: seconds faster than creating one. */
  readonly emptyDump?: string
}

const connectTimeoutMs = 5_000
const backgroundWaitMs = 60_000
/** A long read waits so long for a connection that other long reads have. */
const longWaitMs = 600_000
/** The embedded database ignores `statement_timeout`, so a query past this ends its thread. */
export const queryTimeoutMs = 15_000

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options)
}

export function isReachable(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** A limit that the role has must not end what may take long. */
const withoutLimit = { options: '-c statement_timeout=0' } as const

function openServer(databaseUrl: string, options: DatabaseOptions): Database {
  const { databaseDirectUrl = null, mayTakeLong = false } = options
  const direct = clientsOf(databaseDirectUrl ?? databaseUrl)
  // A pooler takes no settings of a connection: there the role has the limit (db/pooler.ts).
  const isPooled = databaseDirectUrl !== null && !mayTakeLong
  const limits = {
    ...(isPooled ? {} : { statement_timeout: queryTimeoutMs }),
    // A server that stands still ends no statement.
    query_timeout: queryTimeoutMs + 2_000,
  }
  const pool = newPool({
    ...(isPooled ? clientsOf(databaseUrl) : direct),
    max: 10,
    ...(mayTakeLong ? withoutLimit : limits),
  })
  const over = overPool(pool)
  // It is rarely used, so that its connections end with their work.
  const longPool = newPool({ ...direct, ...withoutLimit, max: 2, idleTimeoutMillis: 10_000 })
  for (const one of [pool, longPool]) replaceReadOnly(one)
  return {
    ...over,
    preparedDb: isPooled ? over.db : kyselyOver(preparing(pool)),
    longDb: kyselyOver(withLongWait(longPool, longWaitMs)),
    embedded: false,
    close: async () => void (await Promise.all([pool.end(), longPool.end()])),
  }
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, socketDir, dumpFile, emptyDump } = options
  const unlock = dumpFile ? () => {} : lockDataDir(dataDir)
  const folder = join(dataDir, 'postgres')
  const finish = dumpFile ? () => {} : beginFolder(folder)
  const startFrom = emptyDump && existsSync(emptyDump) && !existsSync(folder) ? emptyDump : null
  const onFatal = onlyOnce(options.onFatal)
  const embedded = await startWithFolder({
    folder: dumpFile ? null : folder,
    dumpFile: dumpFile ?? startFrom,
    socketDir,
    onFatal,
    ...(options.onRestart ? { onRestart: options.onRestart } : {}),
  }).catch(error => {
    unlock()
    throw error
  })
  finish()
  const pool = newPool({ ...embeddedConnection, host: embedded.socketDir })
  const over = overPool(pool)
  over.watchQueries(guardEmbedded(embedded, onFatal))
  return {
    ...over,
    embedded: true,
    restart: embedded.restart,
    async close() {
      await pool.end()
      await embedded.close()
      unlock()
    },
  }
}

/**
 * It is given in full: what it leaves out would come from `PGPORT`, `PGSSLMODE` and their like, which mean another
 * database.
 */
const embeddedConnection = {
  user: 'postgres',
  database: 'postgres',
  port: 5432,
  ssl: false,
  sslnegotiation: 'postgres',
  options: '-c search_path=public',
  max: 1,
} as const

/** What a full disk or a kill left half-made opens never again, and holds nothing: make it anew. @returns marks it as made */
function beginFolder(folder: string): () => void {
  const marker = `${folder}.unfinished`
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true })
  if (!existsSync(folder)) writeFileSync(marker, '')
  return () => rmSync(marker, { force: true })
}

async function startWithFolder(
  options: Parameters<typeof startEmbeddedDatabase>[0],
): Promise<EmbeddedDatabase> {
  if (options.folder && existsSync(options.folder)) refuseFilesOfOthers(options.folder)
  return startEmbeddedDatabase(options)
}

function newPool({ Client, ...config }: pg.PoolConfig & Partial<Clients>): pg.Pool {
  const pool = new pg.Pool({
    idleTimeoutMillis: 0,
    ...config,
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser },
    ...(Client ? { Client: Client as unknown as new () => pg.ClientBase } : {}),
  })
  // The pool replaces a broken connection; without listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', () => {})
    watchQueries(client, [() => error => isUnanswered(error) && void client.end().catch(() => {})])
  })
  return pool
}

/** Whatever is asked on the same connection, such as for a rollback, would wait for that answer as well. */
const isUnanswered = (error: unknown): boolean => Object(error).message === 'Query read timeout'

/** A connection stays read-only when its database takes writes again: close it, and the pool opens another. */
function replaceReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', client => {
    const noteError = (error?: unknown) => void (isReadOnlyError(error) && readOnly.add(client))
    watchQueries(client, [() => noteError])
  })
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end()
  })
}

function kyselyOver(pool: PostgresPool): Db {
  return new DatabaseWithEnds({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

function overPool(
  pool: pg.Pool,
): Pick<
  Database,
  'db' | 'preparedDb' | 'longDb' | 'backgroundDb' | 'executeSql' | 'poolState' | 'watchQueries'
> {
  const db = kyselyOver(pool)
  const backgroundPool = withLongWait(pool, backgroundWaitMs)
  const listeners: QueryListener[] = []
  pool.on('connect', client => watchQueries(client, listeners))
  return {
    db,
    preparedDb: db,
    longDb: db,
    backgroundDb: kyselyOver(backgroundPool),
    executeSql: (text, values) => queryOnce(backgroundPool, text, values),
    watchQueries: listener => void listeners.push(listener),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/** A connection on which it failed is not used again, as with `pool.query`: an answer may still arrive. */
async function queryOnce(
  pool: PostgresPool,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: never[] }> {
  const client = await pool.connect()
  let isFailed = true
  try {
    const result = await client.query<never>(text, values)
    isFailed = false
    return result
  } finally {
    client.release(isFailed)
  }
}

function onlyOnce(report?: (error: Error) => void): (error: Error) => void {
  let reported = false
  return error => {
    if (reported) return
    reported = true
    report?.(error)
  }
}

/** A query that hangs restarts the embedded database; a full disk ends the process. */
function guardEmbedded(embedded: EmbeddedDatabase, onFatal: (error: Error) => void): QueryListener {
  return () => {
    const timer = setTimeout(
      () => embedded.restart(`a query took longer than ${queryTimeoutMs / 1_000} s`),
      queryTimeoutMs,
    )
    return error => {
      clearTimeout(timer)
      if (error && isDiskFull(error)) onFatal(error as Error)
    }
  }
}

const { builtins } = pg.types

/** int8 and numeric as numbers (ours stay within 2^53), dates as the text they are: a day has no time zone. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number
  if (oid === builtins.DATE || oid === builtins.TIMESTAMP) return String
  return pg.types.getTypeParser(oid, format as 'text')
}

/** The same pool, for what no visitor waits for: it waits longer until a busy connection is free. */
function withLongWait(pool: pg.Pool, atMostMs: number): PostgresPool {
  const connect = (): Promise<pg.PoolClient> => {
    const { options } = pool
    if (pool.totalCount < options.max) return pool.connect()
    const usual = options.connectionTimeoutMillis
    // The pool reads it in this call, and not later.
    options.connectionTimeoutMillis = atMostMs
    const connecting = pool.connect()
    options.connectionTimeoutMillis = usual
    return connecting
  }
  return { options: pool.options, end: () => pool.end(), connect }
}
