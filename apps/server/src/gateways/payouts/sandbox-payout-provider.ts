import { randomUUID } from 'node:crypto'
import { appendFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { payoutReasons } from '@dineward/core/payouts/payouts.rules.ts'
import { type Clock, minutes } from '@dineward/core/shared/clock.ts'
import * as z from 'zod/mini'
import type { PayoutAnswer, PayoutOrder, PayoutProvider } from './payout-provider.ts'

/** How the sandbox behaves, until it is told otherwise. */
const behaviorSchema = z.object({
  /** Accepted orders are paid after this time. */
  delayMinutes: z.number(),
  /** Accepted orders come back for this reason instead. */
  refuse: z.nullable(z.enum(payoutReasons)),
  /** `error` answers 500 to everything. `timeout` accepts orders, but no answer arrives. */
  fail: z.nullable(z.enum(['error', 'timeout'])),
  /** When `fail` ends. ISO text. */
  failsUntil: z.nullable(z.string()),
})
export type SandboxBehavior = z.infer<typeof behaviorSchema>

const orderSchema = z.object({
  acceptedAt: z.string(),
  delayMinutes: z.number(),
  refuse: z.nullable(z.enum(payoutReasons)),
})

export interface PayoutSandbox extends PayoutProvider {
  readonly behavior: {
    read(): Promise<SandboxBehavior>
    change(changes: Partial<SandboxBehavior>): Promise<void>
  }
  /** @returns how often each external id arrived, refused attempts included. */
  countSends(): Promise<ReadonlyMap<string, { readonly sent: number; readonly accepted: number }>>
}

const usual: SandboxBehavior = { delayMinutes: 1, refuse: null, fail: null, failsUntil: null }

/** Plays a provider whose memory is files: it outlives a killed server, as a provider does. */
export function sandboxPayoutProvider(folder: string, clock: Clock): PayoutSandbox {
  const [behaviorFile, sendsFile] = [join(folder, 'behavior.json'), join(folder, 'sends.ndjson')]
  const orderFile = (externalId: string) => join(folder, `${encodeURIComponent(externalId)}.order.json`)

  async function read(): Promise<SandboxBehavior> {
    const text = await textOf(behaviorFile)
    return text === null ? usual : z.parse(behaviorSchema, JSON.parse(text))
  }
  async function failureNow(): Promise<SandboxBehavior['fail']> {
    const { fail, failsUntil } = await read()
    return failsUntil !== null && clock.now() >= new Date(failsUntil) ? null : fail
  }
  async function record(externalId: string, accepted: boolean): Promise<void> {
    await appendFile(sendsFile, `${JSON.stringify({ externalId, accepted, at: clock.now() })}\n`)
  }
  async function find(externalId: string): Promise<PayoutAnswer | null> {
    if ((await failureNow()) === 'error') throw new Error('the sandbox answered 500')
    const text = await textOf(orderFile(externalId))
    if (text === null) return null
    const { acceptedAt, delayMinutes, refuse } = z.parse(orderSchema, JSON.parse(text))
    if (clock.now().getTime() < Date.parse(acceptedAt) + minutes(delayMinutes)) return { state: 'received' }
    return refuse === null ? { state: 'paid' } : { state: 'refused', reason: refuse }
  }
  async function send({ externalId, amountCents }: PayoutOrder): Promise<PayoutAnswer> {
    await mkdir(folder, { recursive: true })
    const fail = await failureNow()
    if (fail === 'error') {
      await record(externalId, false)
      throw new Error('the sandbox answered 500')
    }
    const { delayMinutes, refuse } = await read()
    const order = { externalId, amountCents, acceptedAt: clock.now(), delayMinutes, refuse }
    const accepted = await createOnce(orderFile(externalId), JSON.stringify(order))
    await record(externalId, accepted)
    if (fail === 'timeout') throw new Error('the sandbox did not answer')
    return (await find(externalId)) ?? { state: 'received' }
  }
  return {
    deliveries: ['Card', 'Email'],
    send,
    find,
    behavior: {
      read,
      async change(changes) {
        await mkdir(folder, { recursive: true })
        await writeFile(behaviorFile, JSON.stringify({ ...(await read()), ...changes }))
      },
    },
    async countSends() {
      const lines = ((await textOf(sendsFile)) ?? '').split('\n').filter(line => line !== '')
      const counts = new Map<string, { sent: number; accepted: number }>()
      for (const line of lines) {
        const { externalId, accepted } = JSON.parse(line) as { externalId: string; accepted: boolean }
        const count = counts.get(externalId) ?? { sent: 0, accepted: 0 }
        counts.set(externalId, { sent: count.sent + 1, accepted: count.accepted + (accepted ? 1 : 0) })
      }
      return counts
    },
  }
}

/** Whole or not at all, also when the process is killed. @returns false where the file exists. */
async function createOnce(file: string, text: string): Promise<boolean> {
  const part = `${file}.${randomUUID()}.part`
  await writeFile(part, text)
  try {
    await link(part, file)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

/** @returns null where there is none. */
async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(error => {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  })
}
