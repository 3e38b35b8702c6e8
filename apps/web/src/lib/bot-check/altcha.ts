import type { Challenge, getBotCheckChallenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { ApiClient } from '../api/api-client.ts'
import type { BotChecker } from './bot-checker.ts'

/** The product's own proof-of-work check, solved in a worker. */
export function altchaChecker(api: Pick<ApiClient, 'call'>, solve = solveInWorker): BotChecker {
  let challenge: Challenge | null = null
  return {
    async prepare() {
      challenge = await api.call<typeof getBotCheckChallenge>('GET', '/api/BotCheck/Challenge', {})
    },
    isReady: () => challenge !== null,
    async answer() {
      if (!challenge) throw new Error('There is no puzzle.')
      const { algorithm, challenge: hash, salt, signature } = challenge
      const number = await solve(challenge)
      return btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature }))
    },
  }
}

function solveInWorker(challenge: Challenge): Promise<number> {
  const worker = new Worker(new URL('./altcha-worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number | null>) =>
      data === null ? reject(new Error('The puzzle has no answer.')) : resolve(data)
    worker.onerror = event => reject(new Error(event.message))
    worker.postMessage(challenge)
  })
  return solved.finally(() => worker.terminate())
}
