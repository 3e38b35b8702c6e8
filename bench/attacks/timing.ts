import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '../../apps/server/src/env/env.ts'
import { hashPassword } from '../../apps/server/src/features/identity/passwords/passwords.service.ts'
import { openWorld, type World } from '../../apps/server/src/world.ts'
import type { Figure } from '../figure.ts'
import { type App, openApp } from '../in-process-app.ts'
import { median } from '../start.ts'

const namesOfEach = 100
/** It is one less than would lock the account. */
const triesOfName = 4
const maxShare = 0.02
/** On a busy machine there are fewer calls. */
const maxMs = 80_000

/** Whether answers about members take another time than answers about strangers: 2,000 sign-ins, 2,000 recoveries. */
export async function timingBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-timing-'))
  const world = await openWorld(readEnv({ DATA_DIR: folder }))
  const app = await openApp(world, folder)
  try {
    await insertMembers(world)
    const call = await caller(app)
    const signIn = (userName: string) => call('/api/SignIn', { userName, password: 'not-the-password-1' })
    const recover = (userName: string) => call('/api/Members/Recovery', { userName })
    return [
      figureOf('sign-in with a wrong password', await rounds(world, 10, signIn)),
      figureOf('sign-in while locked', await rounds(world, 2, signIn, lockAll)),
      figureOf('recovery', await rounds(world, 10, recover)),
    ]
  } finally {
    await app.close()
    await world.database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const nameOf = (kind: Kind, index: number): string => `${kind}-${index}@example.com`
type Kind = 'known' | 'unknown'

async function insertMembers({ database, clock }: World): Promise<void> {
  const passwordHash = await hashPassword('Dinner-For-2!')
  const joinedAt = clock.now()
  const rows = Array.from({ length: namesOfEach }, (_, index) => ({
    id: `known-${index}`,
    partnerId: 'skyward',
    email: nameOf('known', index),
    signInName: nameOf('known', index),
    emailConfirmedAt: joinedAt,
    passwordHash,
    firstName: 'Ada',
    lastName: 'Moreau',
    zipCode: '10001',
    tierLevel: 2,
    memberType: 'EnrolledCardMember' as const,
    joinedAt,
  }))
  await database.db.insertInto('members').values(rows).execute()
}

/** @returns a call that takes milliseconds, each from another address. */
async function caller(app: App) {
  const host = 'skyward.localhost'
  const csrf = await app.inject({ url: '/api/CSRF', headers: { host } })
  const headers = {
    host,
    cookie: csrf.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    'x-xsrf-token': csrf.json().csrfToken as string,
  }
  let serial = 0
  return async (url: string, payload: object): Promise<number> => {
    serial += 1
    const remoteAddress = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`
    const startedAt = performance.now()
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload, remoteAddress })
    const ms = performance.now() - startedAt
    if (![202, 401, 403].includes(statusCode) || body.includes('bot_check'))
      throw new Error(`${url} answered ${statusCode}: ${body}`)
    return ms
  }
}

type Times = Record<Kind, number[]>

/**
 * Names in random order, on the same data: no limit is reached. Of a name's tries the fastest counts, since other programs
 * work on the machine too.
 */
async function rounds(
  world: World,
  count: number,
  call: (userName: string) => Promise<number>,
  prepare: (world: World) => Promise<void> = async () => {},
): Promise<Times> {
  const times: Times = { known: [], unknown: [] }
  const end = performance.now() + maxMs
  for (let round = 0; round < count; round++) {
    for (const table of ['rateLimits', 'signInFailures', 'recoveryRequests'] as const)
      await world.database.db.deleteFrom(table).execute()
    await prepare(world)
    for (const index of shuffled(namesOfEach / 4)) {
      if (performance.now() > end) return times
      const own = index * 4 + (round % 4)
      const fastest: Record<Kind, number> = {
        known: Number.POSITIVE_INFINITY,
        unknown: Number.POSITIVE_INFINITY,
      }
      for (let time = 0; time < triesOfName; time++) {
        const pair: Kind[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
        for (const kind of pair) fastest[kind] = Math.min(fastest[kind], await call(nameOf(kind, own)))
      }
      times.known.push(fastest.known)
      times.unknown.push(fastest.unknown)
    }
  }
  return times
}

async function lockAll({ database, clock }: World): Promise<void> {
  const { unknownUserKey } = await import(
    '../../apps/server/src/features/identity/sign-in/sign-in-lock.service.ts'
  )
  const now = clock.now()
  const lockedUntil = new Date(now.getTime() + 30 * 60_000)
  const accounts = Array.from({ length: namesOfEach }, (_, index) => [
    `known-${index}`,
    unknownUserKey(nameOf('unknown', index)),
  ]).flat()
  const rows = accounts.map(account => ({
    partnerId: 'skyward',
    account,
    failedAt: [],
    lockedUntil,
    updatedAt: now,
  }))
  await database.db.insertInto('signInFailures').values(rows).execute()
}

function shuffled(length: number): number[] {
  return Array.from({ length }, (_, value) => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

function figureOf(what: string, { known, unknown }: Times): Figure {
  const share = difference(known, unknown)
  const resampled = Array.from({ length: 1_000 }, () => difference(resample(known), resample(unknown)))
  resampled.sort((a, b) => a - b)
  const [low, high] = [resampled[25]!, resampled[974]!]
  const count = triesOfName * (known.length + unknown.length)
  return {
    budget: 'timing',
    what: `${what}: medians of members and strangers differ by at most 2 % (95 % interval, of ${count} calls)`,
    measured: `${percent(share)} (${percent(low)} to ${percent(high)}) of ${median(known).toFixed(1)} ms`,
    isMet: Math.abs(share) <= maxShare,
  }
}

const difference = (known: readonly number[], unknown: readonly number[]): number =>
  (median(known) - median(unknown)) / median(unknown)

const resample = (values: readonly number[]): number[] =>
  values.map(() => values[Math.floor(Math.random() * values.length)]!)

const percent = (share: number): string => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(2)} %`
