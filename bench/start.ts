import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProduct } from '../e2e/support/product.ts'
import type { Figure } from './figure.ts'

/** P14 is the time from process start until the server listens, on an empty folder and with data. */
export async function startBudgets(): Promise<Figure[]> {
  const product = await startProduct()
  try {
    const empty = listeningTimes(product.output())
    const back: number[] = []
    for (let round = 0; round < 5; round++) {
      await product.kill()
      back.push(await product.restart())
      await sleep(200)
    }
    const [first, ...again] = listeningTimes(product.output())
    const restarted = median(again)
    const backAfter = Math.round(median(back))
    const demo = Number(/Demo data loaded in ([\d.]+) s/.exec(product.output())?.[1] ?? Number.NaN)
    return [
      {
        budget: 'P14',
        what: 'listening on an empty folder, at most 4 s',
        measured: `${first ?? empty[0]} ms`,
        isMet: (first ?? Number.POSITIVE_INFINITY) <= 4_000,
      },
      {
        budget: 'P14',
        what: 'listening with data present, at most 1.5 s (median of 5)',
        measured: `${restarted} ms`,
        isMet: restarted <= 1_500,
      },
      {
        budget: 'fault 1',
        what: 'ready again after kill -9, at most 3 s (median of 5)',
        measured: `${backAfter} ms`,
        isMet: backAfter <= 3_000,
      },
      {
        budget: 'demo',
        what: 'demo world on an empty folder, at most 20 s',
        measured: `${demo} s`,
        isMet: demo <= 20,
      },
    ]
  } finally {
    await product.stop()
    await rm(product.dataDir, { recursive: true, force: true })
  }
}

function listeningTimes(output: string): number[] {
  return [...output.matchAll(/"ms":(\d+),"msg":"listening"/g)].map(match => Number(match[1]))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
}
