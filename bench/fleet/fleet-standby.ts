import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { command, senders } from '../faults/fault-load.ts'
import type { Outcome } from '../faults/fault-repair.ts'
import { startFleetOn } from './fleet.ts'
import { type Scene, until, withSceneOn } from './fleet-scene.ts'
import { ask } from './fleet-visitors.ts'
import { type PostgresPair, startPair } from './postgres-pair.ts'

/** This is fault 36: the disk of the synchronous standby is full, so that no commit is safe. */
export async function fullStandby(): Promise<Outcome> {
  return withSceneOn(await startFleetOn(await startPair(), {}), fillStandby, true)
}

/** Commits end after 17 s without an answer, and the proxy may ask a second process. */
const answeredWithinMs = 45_000

async function fillStandby({ fleet, load, seats }: Scene<PostgresPair>): Promise<Outcome> {
  const problems: string[] = []
  const notes: string[] = []
  const [token] = [...seats[0]!.tokens.values()]
  const acknowledged = () => load.acknowledged.events.length
  await fleet.postgres.withSmallDisk(async fillUp => {
    await sleep(3_000)
    fillUp()
    // The file of the log that the standby is writing is there already.
    const stuck = await until(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '3 seconds'`.execute(
        fleet.database.db,
      )
      await sql`select pg_switch_wal()`.execute(fleet.database.db)
      await sleep(1_000)
      return rows.length > 0
    }, 120_000)
    if (stuck === null) problems.push('a full disk stopped no commit')
    await sleep(5_000)
    const before = acknowledged()
    const startedAt = performance.now()
    const { status } = await ask(
      undefined,
      fleet.proxyPort,
      'skyward',
      '/api/Member',
      `dw_session=${token}`,
      1,
    )
    const readMs = performance.now() - startedAt
    const page = await ask(undefined, fleet.proxyPort, 'skyward', '/', '', 2)
    if (page.status !== 200) problems.push(`a page was answered ${page.status}`)
    const doctor = await command(fleet.env, 'doctor')
    const says = /\d+ commits wait for a synchronous standby[^\n]*/.exec(doctor.text)?.[0]
    if (!says) problems.push(`the doctor does not say why: ${doctor.text.slice(0, 500)}`)
    await sleep(20_000)
    if (readMs > answeredWithinMs) problems.push(`a call was answered after ${readMs.toFixed(0)} ms`)
    // Of each sender a copy of an event that was acknowledged before.
    if (acknowledged() > before + senders)
      problems.push(`${acknowledged() - before} events were acknowledged meanwhile`)
    notes.push(
      `a member's call ${status} after ${(readMs / 1_000).toFixed(1)} s, a page ${page.status}; the doctor: ${says}`,
    )
  })
  const before = acknowledged()
  const back = await until(() => acknowledged() > before, 60_000)
  if (back === null) problems.push('no event was acknowledged within a minute of the repair')
  const others = [...load.acknowledged.statuses].filter(([status]) => ![200, 503].includes(status))
  problems.push(...others.map(([status, count]) => `${count} events were answered ${status}`))
  return {
    notes: `${notes.join()}; events again ${((back ?? 0) / 1_000).toFixed(1)} s after the repair`,
    problems,
  }
}
