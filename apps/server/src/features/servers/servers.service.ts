import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Db } from '../../db/open-database.ts'
import {
  clockSentence,
  fingerprintsOf,
  type SecretValues,
  secretSentences,
} from './server-agreement.rules.ts'
import { aliveServers, databaseTime, newestReports, removeServer, reportAlive } from './servers.repository.ts'

export { newestReports }

/** It is in milliseconds; three reports may fail before the others take a process for dead. */
const reportEvery = 10_000

/** The processes that run on this database. */
export function listServers(db: Db) {
  return aliveServers(db)
}

/** @returns sentences about what this machine and the running processes disagree about. */
export async function disagreements(db: Db, secrets: SecretValues, now = Date.now): Promise<string[]> {
  const clock = clockSentence(await clockAhead(db, now))
  const others = await aliveServers(db)
  return [...(clock ? [clock] : []), ...secretSentences(secrets, others)]
}

/** Milliseconds of this machine's clock before the database's. */
export async function clockAhead(db: Db, now = Date.now): Promise<number> {
  const before = now()
  const there = await databaseTime(db)
  return (before + now()) / 2 - there
}

export interface JoinOptions {
  readonly db: Db
  readonly role: string
  readonly port: number
  readonly secrets: SecretValues
  /** Where generated secrets may differ, disagreements are warned of only. */
  readonly isStrict: boolean
  readonly warn: (sentence: string) => void
  readonly now?: () => number
  readonly reportEveryMs?: number
}

export interface JoinedServer {
  leave(): Promise<void>
}

/** Tells the other processes of this one. @throws, in words, where it does not fit to them. */
export async function joinServers(options: JoinOptions): Promise<JoinedServer> {
  const { db, role, port, secrets, isStrict, warn, reportEveryMs = reportEvery } = options
  const problems = await disagreements(db, secrets, options.now)
  if (isStrict && problems.length > 0) throw new Error(problems.join('\n'))
  for (const sentence of problems) warn(sentence)
  const salt = randomBytes(16).toString('base64url')
  const server = {
    id: randomUUID(),
    name: `${hostname()}:${port}`,
    role,
    salt,
    secretFingerprints: fingerprintsOf(secrets, salt) as Record<string, string[]>,
  }
  let warnedOf = problems.join()
  let reporting = reportAlive(db, server)
  await reporting
  const timer = setInterval(() => {
    reporting = reportAgain().catch(() => {})
  }, reportEveryMs).unref()

  async function reportAgain(): Promise<void> {
    await reportAlive(db, server)
    const sentence = clockSentence(await clockAhead(db, options.now))
    if (sentence && warnedOf === '') warn(sentence)
    warnedOf = sentence ?? ''
  }

  return {
    async leave() {
      clearInterval(timer)
      await reporting
      await removeServer(db, server.id).catch(() => {})
    },
  }
}
