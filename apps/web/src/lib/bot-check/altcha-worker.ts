import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import { solveChallenge } from 'altcha-lib/v1'

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  const { challenge, salt, algorithm, maxnumber } = data
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  self.postMessage(solution?.number ?? null)
}
