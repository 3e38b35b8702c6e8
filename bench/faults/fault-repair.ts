import { setTimeout as sleep } from 'node:timers/promises'
import { sendTo } from '../workers.ts'
import { command, type FaultLoad, readInbox } from './fault-load.ts'

export interface Outcome {
  readonly notes: string
  readonly problems: readonly string[]
}

export interface Repair {
  readonly env: Record<string, string>
  readonly load: FaultLoad
  readonly port: number
  /** It is the port of a process with `/metrics`. */
  readonly metricsPort: number
}

/** Everything arrives once more, shuffled, and all that is due is done. */
export async function repair({ env, load, port, metricsPort }: Repair): Promise<string[]> {
  const { events } = load.acknowledged
  for (const event of [...events].sort(() => Math.random() - 0.5)) {
    const status = await sendTo({ port }, event)
    if (status !== 200) return [`an event that arrives again is answered ${status}`]
  }
  for (let left = 600; (await readInbox(metricsPort))?.waiting !== 0; left--) {
    if (left === 0) return ['the inbox is not empty after a minute']
    await sleep(100)
  }
  // What was on its way is asked about a minute later at the earliest.
  const later = new Date(Date.now() + 3_600_000).toISOString()
  for (let round = 0; round < 3; round++) {
    const { code, text } = await command(env, 'jobs', 'run', 'payouts', '--at', later)
    if (code !== 0) return [`the job payouts: ${text}`]
    await command(env, 'sandbox', 'settle', '--partner', 'skyward')
  }
  const { code, text } = await command(env, 'ledger', 'check')
  return code === 0 ? [] : [`ledger check: ${text}`]
}
