import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import { solveChallenge } from 'altcha-lib/v1'
import type { TestClient } from '../../testing/test-client.ts'

/** Solve a challenge as a browser does. */
export async function solvedAnswer(client: TestClient): Promise<string> {
  const challenge: Challenge = (await client.get('/api/BotCheck/Challenge')).json()
  return answerTo(challenge, await numberOf(challenge))
}

export async function numberOf({ algorithm, challenge, salt, maxnumber }: Challenge): Promise<number> {
  const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  if (!solution) throw new Error('The puzzle has no answer.')
  return solution.number
}

export function answerTo({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return base64({ algorithm, challenge, number, salt, signature })
}

export const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
