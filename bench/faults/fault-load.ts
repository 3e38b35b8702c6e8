import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClock } from '../../apps/server/src/clock.ts'
import type { Context } from '../../apps/server/src/context.ts'
import type { Database } from '../../apps/server/src/db/open-database.ts'
import { startSession } from '../../apps/server/src/features/identity/sessions/sessions.service.ts'
import { loadPartners } from '../../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../../apps/server/src/features/partner/partner-registry.service.ts'
import { apiUser } from '../../e2e/support/api.ts'
import { type CardEvent, type Dine, newProgram, type Program, reportOf } from '../program.ts'
import { sendTo } from '../workers.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** One has settlement, the other payouts. */
const slugs = ['skyward', 'harbor'] as const
/** Below the eleven that make a VIP, so that one rate applies. */
const dinesOfMember = 10

/** They send card events, each one at a time. */
export const senders = 4
/** No dine is added while more events wait for their decision, or one for longer. */
const limits = { waiting: 100, oldestSeconds: 3 }

export const metricsToken = 'metrics-token-of-faults'

export interface Seat {
  readonly slug: (typeof slugs)[number]
  readonly program: Program
  /** They are tokens of sessions, by member. */
  readonly tokens: ReadonlyMap<string, string>
}

export async function seatsIn(database: Database, members = 60): Promise<Seat[]> {
  const partners = createPartnerRegistry(await loadPartners(`${root}partners`), {
    defaultSlug: slugs[0],
    byHostNames: false,
  })
  const seats: Seat[] = []
  for (const slug of slugs) {
    const program = await newProgram(database, { slug }, { members, merchants: 10 })
    const ctx = {
      db: database.db,
      clock: createClock(null),
      partner: partners.bySlug(slug),
    } as unknown as Context
    const tokens = new Map<string, string>()
    for (const { memberId } of program.members.slice(0, 20))
      tokens.set(memberId, (await startSession(ctx, { memberId, remember: true })).token)
    seats.push({ slug, program, tokens })
  }
  return seats
}

export interface SentDine extends Dine {
  readonly slug: Seat['slug']
}

/** What the product acknowledged while it was broken. */
export interface Acknowledged {
  readonly dines: SentDine[]
  readonly events: CardEvent[]
  readonly claimIds: string[]
  readonly statuses: Map<number, number>
}

export interface FaultLoad {
  readonly acknowledged: Acknowledged
  /** Finish what was begun. */
  stop(): Promise<void>
  /** Leave it as it is. */
  abandon(): void
}

/**
 * Card events, claims, settlement and payouts at the same time, until it is stopped. The machine decides how many
 * events there are: a new dine waits while the inbox is behind, as what is compared afterwards has to be decided.
 * @param metricsPorts the first of them that answers says what waits.
 */
export function startLoad(
  port: number,
  seats: readonly Seat[],
  env: Record<string, string>,
  metricsPorts: readonly number[] = [port],
): FaultLoad {
  const acknowledged: Acknowledged = { dines: [], events: [], claimIds: [], statuses: new Map() }
  let [running, isAbandoned] = [true, false]
  const isRunning = () => running
  let [serial, isBehind] = [0, false]
  const lanes = Array.from({ length: senders }, async () => {
    while (running) {
      if (isBehind) {
        await sleep(100)
        continue
      }
      const dine = nextDine(seats, serial++)
      if (!dine) return
      for (const kind of ['auth', 'clearing'] as const)
        await deliver(port, reportOf(dine, kind, dine.cents), acknowledged, () => isAbandoned)
      acknowledged.dines.push(dine)
    }
  })
  const keepLooking = async () => {
    while (running) {
      const inbox = await firstInbox(metricsPorts)
      isBehind =
        inbox !== null && (inbox.waiting > limits.waiting || inbox.oldestSeconds > limits.oldestSeconds)
      await sleep(500)
    }
  }
  lanes.push(keepClaiming(port, seats, acknowledged, isRunning), keepSettling(env, isRunning), keepLooking())
  return {
    acknowledged,
    async stop() {
      running = false
      await Promise.all(lanes)
    },
    abandon() {
      running = false
      isAbandoned = true
    },
  }
}

async function firstInbox(ports: readonly number[]): Promise<Inbox | null> {
  for (const port of ports) {
    const inbox = await readInbox(port)
    if (inbox !== null) return inbox
  }
  return null
}

interface Inbox {
  readonly waiting: number
  readonly oldestSeconds: number
}

/** @returns null where the process says nothing of it, such as without a database */
export async function readInbox(port: number): Promise<Inbox | null> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const signal = AbortSignal.timeout(5_000)
  const text = await fetch(`http://localhost:${port}/metrics`, { headers, signal })
    .then(answer => answer.text())
    .catch(() => '')
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  const waiting = figure('inbox_events')
  return Number.isNaN(waiting) ? null : { waiting, oldestSeconds: figure('inbox_oldest_seconds') || 0 }
}

function nextDine(seats: readonly Seat[], n: number): SentDine | null {
  const { slug, program } = seats[n % seats.length]!
  const turn = Math.floor(n / seats.length)
  if (turn >= program.members.length * dinesOfMember) return null
  // As many of one day would wait for a person.
  const hoursAgo = 30 + 24 * Math.floor(turn / program.members.length)
  const day = new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 10)
  return {
    slug,
    transactionId: randomUUID(),
    cents: 30_000 + randomInt(20_000),
    at: `${day}T12:${String(n % 60).padStart(2, '0')}:00`,
    member: program.members[turn % program.members.length]!,
    merchant: program.merchants[turn % program.merchants.length]!,
  }
}

/** It delivers like the network: again until it is acknowledged, and sometimes once more. */
async function deliver(
  port: number,
  event: CardEvent,
  acknowledged: Acknowledged,
  isAbandoned: () => boolean,
): Promise<void> {
  for (let copies = randomInt(5) === 0 ? 2 : 1; copies > 0 && !isAbandoned(); ) {
    const status = await sendTo({ port }, event)
    acknowledged.statuses.set(status, (acknowledged.statuses.get(status) ?? 0) + 1)
    if (status === 200) copies -= 1
    else await sleep(25)
  }
  acknowledged.events.push(event)
}

async function keepClaiming(
  port: number,
  seats: readonly Seat[],
  { claimIds }: Acknowledged,
  isRunning: () => boolean,
): Promise<void> {
  for (let n = 0; isRunning(); n++) {
    const { slug, program, tokens } = seats[n % seats.length]!
    const [, token] = [...tokens][Math.floor(n / 2) % tokens.size]!
    const user = apiUser(`http://${slug}.localhost:${port}`, new Map([['dw_session', token]]))
    const dinedOn = new Date(Date.now() - (15 + (n % 60)) * 86_400_000).toISOString().slice(0, 10)
    const { merchants } = program
    const claim = { merchantId: merchants[n % merchants.length]!.id, dinedOn, amount: 42.5 }
    const answer = await user
      .send<{ claim: { id: string } }>('POST', '/api/Member/Claims', claim)
      .catch(() => null)
    if (answer?.status === 201) claimIds.push(answer.body.claim.id)
    await sleep(150)
  }
}

async function keepSettling(env: Record<string, string>, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    await command(env, 'payouts', 'run')
    await command(env, 'sandbox', 'settle', '--partner', 'skyward')
  }
}

/** @returns what it printed, and its exit code; null where it was killed or could not reach the product. */
export function command(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; text: string }> {
  const child: ChildProcess = spawn(process.execPath, ['apps/server/src/cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      text += chunk
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), 300_000)
  return new Promise(resolve =>
    child.once('exit', code => {
      clearTimeout(timer)
      resolve({ code, text })
    }),
  )
}
