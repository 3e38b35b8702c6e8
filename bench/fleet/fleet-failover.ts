import { randomInt } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../../apps/server/src/clock.ts'
import type { Context } from '../../apps/server/src/context.ts'
import { startSession } from '../../apps/server/src/features/identity/sessions/sessions.service.ts'
import { loadPartners } from '../../apps/server/src/features/partner/load-partners.service.ts'
import type { Outcome } from '../faults/fault-repair.ts'
import type { Figure } from '../figure.ts'
import { newProgram, reportOf } from '../program.ts'
import { sendTo } from '../workers.ts'
import { type Fleet, type Member, startFleetOn } from './fleet.ts'
import { type Scene, shownFromMemory, until, withSceneOn } from './fleet-scene.ts'
import { startStaffWork } from './fleet-work.ts'
import { type PostgresPair, startPair } from './postgres-pair.ts'

const kills = Number(process.env.PRIMARY_KILLS ?? 10)
/** Patroni promotes within as long, where its server is killed and the machine lives. */
const detectedWithinMs = 4_000
const outageLimitMs = 15_000
const slug = 'skyward'

/**
 * This is fault 34: the primary is killed and its synchronous standby promoted, again and again, while events, claims,
 * payouts and settlement run, months are closed, tables exported and processes replaced.
 */
export async function lostPrimary(): Promise<Outcome> {
  const fleet = await startFleetOn(await startPair(), {})
  return withSceneOn(fleet, killPrimaries, true)
}

export async function failoverFigures(): Promise<Figure[]> {
  const { notes, problems } = await lostPrimary()
  return [
    {
      budget: 'fault 34',
      what: `the primary killed ${kills} times: nothing lost or doubled, 503 for at most 15 s`,
      measured: problems[0] ?? notes.split(';')[0]!,
      isMet: problems.length === 0,
    },
  ]
}

async function killPrimaries({ fleet, load }: Scene<PostgresPair>): Promise<Outcome> {
  const pair = fleet.postgres
  const problems: string[] = []
  const writes = watchWrites(fleet, await newReader(fleet))
  const work = startStaffWork(fleet)
  const joined: string[] = []
  let restarts = 0
  try {
    for (let round = 0; round < kills; round++) {
      await sleep(500 + randomInt(3_000))
      // Each process is replaced once, while there may be no primary.
      const replacing = round < fleet.members.length ? replace(fleet, fleet.members[round]!) : null
      pair.kill()
      writes.wereCut()
      const promoted = sleep(1_000 + randomInt(detectedWithinMs - 1_000)).then(() => pair.promote())
      problems.push(...(await shownFromMemory(fleet)))
      await promoted
      if (!(await writes.areBack())) problems.push(`no writes within 30 s after kill ${round + 1}`)
      restarts += (await replacing) ?? 0
      problems.push(...(await writes.streamsAreBack()))
      joined.push(await pair.rejoin())
      problems.push(
        ...fleet.members.filter(({ process }) => !process.isAlive()).map(({ port }) => `${port} ended`),
      )
    }
  } finally {
    writes.stop()
  }
  const worked = await work.stop()
  const outages = writes.outages
  const longest = Math.max(...outages)
  const others = [...load.acknowledged.statuses, ...writes.statuses].filter(
    ([status]) => ![200, 503].includes(status),
  )
  const rewound = joined.filter(how => how === 'rewound').length
  return {
    notes: `killed ${kills} times, no event acknowledged for ${outages.map(ms => (ms / 1_000).toFixed(1)).join(', ')} s (the standby was promoted after 1 to 4 s); ${rewound} of them rewound, ${kills - rewound} copied; processes replaced meanwhile, ${restarts} started a second time; ${writes.events()} events in 3 open pages; ${worked.notes}`,
    problems: [
      ...new Set(problems),
      ...worked.problems,
      ...(longest > outageLimitMs ? [`no event was acknowledged for ${(longest / 1_000).toFixed(1)} s`] : []),
      ...others.map(([status, count]) => `${count} events were answered ${status}`),
    ],
  }
}

/** A member who has an account page open at each server, and the way to make its rewards change. */
async function newReader({ database }: Fleet<PostgresPair>) {
  const { members, merchants } = await newProgram(database, { slug }, { members: 1, merchants: 1 })
  const [member, merchant] = [members[0]!, merchants[0]!]
  const partner = (await loadPartners(new URL('../../partners', import.meta.url).pathname)).find(
    one => one.slug === slug,
  )!
  const ctx = { db: database.db, clock: createClock(null), partner } as unknown as Context
  const { token } = await startSession(ctx, { memberId: member.memberId, remember: true })
  return { token, member, merchant }
}

/** One that ends while it starts is started again, as by systemd. @returns how often */
async function replace(fleet: Fleet<PostgresPair>, member: Member): Promise<number> {
  await member.process.kill('SIGTERM')
  for (let again = 0; ; again++)
    try {
      await fleet.start(member)
      return again
    } catch (error) {
      if (again === 3) throw error
    }
}

interface Heard {
  isOpen: boolean
  events: number
}

/** An event that arrives five times a second: a repeated one asks the database as well. */
function watchWrites(
  { proxyPort, webs }: Fleet<PostgresPair>,
  { token, member, merchant }: Awaited<ReturnType<typeof newReader>>,
) {
  const outages: number[] = []
  const statuses = new Map<number, number>()
  let [isRunning, serial] = [true, 0]
  let cutAt: number | null = null
  const streams = webs.map(({ port }) => openStream(port, token, () => isRunning))
  const report = () => {
    const at = `${new Date(Date.now() - (30 + 24 * serial) * 3_600_000).toISOString().slice(0, 10)}T12:00:00`
    return reportOf(
      { transactionId: `watched-${serial}`, cents: 1_000, at, member, merchant },
      'clearing',
      1_000,
    )
  }
  const write = async () => {
    const at = performance.now()
    const status = await sendTo({ port: proxyPort }, report())
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // What was sent before the kill says nothing.
    if (status !== 200 || cutAt === null || at < cutAt) return
    outages.push(performance.now() - cutAt)
    cutAt = null
  }
  // One that waits for an answer must not hold up the next.
  const timer = setInterval(() => void write(), 200)
  return {
    statuses,
    outages,
    wereCut() {
      cutAt = performance.now()
    },
    areBack: async () => (await until(() => cutAt === null, 30_000)) !== null,
    /** A new dine reaches each open page, whose stream the loss may have closed. */
    async streamsAreBack(): Promise<string[]> {
      await until(() => streams.every(({ isOpen }) => isOpen), 20_000)
      const before = streams.map(({ events }) => events)
      serial += 1
      const isHeard = (n: number) => streams[n]!.events > before[n]!
      await until(() => streams.every((_, n) => isHeard(n)), 40_000)
      return streams.flatMap((_, n) => (isHeard(n) ? [] : [`an open page of server ${n + 1} heard nothing`]))
    },
    events: () => streams.reduce((sum, { events }) => sum + events, 0),
    stop() {
      isRunning = false
      clearInterval(timer)
    },
  }
}

/** As a browser does, it opens the next one when one ends. */
function openStream(port: number, token: string, isRunning: () => boolean): Heard {
  const heard: Heard = { isOpen: false, events: 0 }
  const headers = {
    host: `${slug}.localhost:${port}`,
    cookie: `dw_session=${token}`,
    accept: 'text/event-stream',
  }
  const open = () => {
    if (!isRunning()) return
    const again = () => {
      heard.isOpen = false
      setTimeout(open, 1_000).unref()
    }
    request({ host: '127.0.0.1', port, path: '/api/Member/Changes', headers }, answer => {
      heard.isOpen = answer.statusCode === 200
      answer.on('data', (chunk: Buffer) => {
        heard.events += String(chunk)
          .split('\n')
          .filter(line => line.startsWith('data:')).length
        if (!isRunning()) answer.destroy()
      })
      answer.once('close', again)
      answer.once('error', () => {})
    })
      .once('error', again)
      .end()
  }
  open()
  return heard
}
