import { setTimeout as sleep } from 'node:timers/promises'
import { hostileFiles } from '../../apps/server/src/features/uploads/hostile-files-for-test.ts'
import type { Figure } from '../figure.ts'

export interface AttackedProduct {
  readonly address: string
  /** They are those of a member who is signed in. */
  readonly headers: Record<string, string>
  /** The longest gap of the event loop since it was asked for, in milliseconds. */
  gapMs(): Promise<number>
}

/** What a visitor waits at most meanwhile. */
const maxGapMs = 100
/** A file is given up after 15 s; its process has to start before. */
const maxAnswerMs = 20_000

/** Each file is sent as the receipt of a claim, one after the other. */
export async function fileAttacks(product: AttackedProduct): Promise<Figure[]> {
  const merchantId = await anyMerchant(product)
  const figures: Figure[] = []
  let age = 20
  for (const [name, file] of Object.entries(hostileFiles)) {
    const dinedOn = new Date(Date.now() - age++ * 86_400_000).toISOString().slice(0, 10)
    figures.push(await attack(product, name, { merchantId, dinedOn, amount: '42.50', receipt: file() }))
  }
  return figures
}

async function attack(
  { address, headers, gapMs }: AttackedProduct,
  name: string,
  { receipt, ...fields }: { merchantId: string; dinedOn: string; amount: string; receipt: Buffer },
): Promise<Figure> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.set(field, value)
  body.set('receipt', new Blob([new Uint8Array(receipt)]), 'receipt.jpg')
  await gapMs()
  const health = watchHealth(address)
  const startedAt = performance.now()
  const answer = await fetch(`${address}/api/Member/Claims`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(280_000),
  })
  const ms = performance.now() - startedAt
  const { code = 'accepted' } = (await answer.json()) as { code?: string }
  const slowest = await health.stop()
  const gap = await gapMs()
  return {
    budget: 'files',
    what: `${name}, as a receipt: ${answer.status} ${code} (in ${maxAnswerMs / 1_000} s, event-loop gap and /healthz at most ${maxGapMs} ms)`,
    measured: `${ms.toFixed(0)} ms, gap ${gap.toFixed(0)} ms, healthz ${slowest.toFixed(0)} ms`,
    isMet: Math.max(gap, slowest) <= maxGapMs && ms <= maxAnswerMs && answer.status < 500,
  }
}

/** It measures what others notice: the slowest of many small answers. */
function watchHealth(address: string): { stop(): Promise<number> } {
  let isStopped = false
  let slowest = 0
  const watching = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await (await fetch(`${address}/healthz`)).arrayBuffer()
      slowest = Math.max(slowest, performance.now() - startedAt)
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await watching
      return slowest
    },
  }
}

async function anyMerchant({ address }: AttackedProduct): Promise<string> {
  const answer = await fetch(`${address}/api/v2/Merchants/Search?pageSize=1`)
  const { merchants } = (await answer.json()) as { merchants: { id: string }[] }
  return merchants[0]!.id
}
