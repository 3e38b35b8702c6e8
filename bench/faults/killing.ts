import { median } from '../start.ts'
import type { Outcome } from './fault-repair.ts'

/** After a kill it is twice the 1.5 s of a start with data (P14): what was left behind holds nothing up. */
const backMs = 3_000
/** After as many kills a process is stopped in order and started, under the same load. */
const killsPerStop = 5

export interface Killable {
  kill(signal: NodeJS.Signals): Promise<void>
  /** @returns the milliseconds until it is ready. */
  start(): Promise<number>
}

/**
 * This is fault 1. On a machine so busy that starts in order take longer than 1.5 s as well, the limit is twice theirs:
 * of the usual start, and twice that of the slowest, which may have met the busiest moment. `next` waits for a random
 * moment.
 */
export async function killOften(kills: number, next: () => Promise<Killable>): Promise<Outcome> {
  const [back, inOrder]: [number[], number[]] = [[], []]
  for (let round = 0; round < kills; round++) {
    const { kill, start } = await next()
    await kill('SIGKILL')
    back.push(await start())
    if (round % killsPerStop > 0) continue
    await kill('SIGTERM')
    inOrder.push(await start())
  }
  const limits = {
    usual: Math.max(backMs, 2 * median(inOrder)),
    slowest: Math.max(2 * backMs, 4 * Math.max(...inOrder)),
  }
  const seen = { usual: median(back), slowest: Math.max(...back) }
  const text = ({ usual, slowest }: typeof seen) => `${usual.toFixed(0)} ms, ${slowest.toFixed(0)} ms at most`
  const isLate = seen.usual > limits.usual || seen.slowest > limits.slowest
  return {
    notes: `killed ${kills} times, ready again after ${text(seen)}; limits ${text(limits)}`,
    problems: isLate ? [`ready again after ${text(seen)}`] : [],
  }
}
