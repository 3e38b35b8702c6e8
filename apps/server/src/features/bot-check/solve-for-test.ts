import { hash } from 'node:crypto'
import type { Challenge } from '@dineward/core/bot-check/bot-check.contract.ts'
import type { TestClient } from '../../testing/test-client.ts'

/** Solve a challenge as a browser does. */
export async function solvedAnswer(client: TestClient): Promise<string> {
  const challenge: Challenge = (await client.get('/api/BotCheck/Challenge')).json()
  return answerTo(challenge, numberOf(challenge))
}

/** This hashes in one thread, since ALTCHA's own solver awaits each of thousands. */
export function numberOf({ challenge, salt, maxnumber }: Challenge): number {
  for (let number = 0; number <= maxnumber; number++)
    if (hash('sha256', `${salt}${number}`) === challenge) return number
  throw new Error('The puzzle has no answer.')
}

export function answerTo({ algorithm, challenge, salt, signature }: Challenge, number: number): string {
  return base64({ algorithm, challenge, number, salt, signature })
}

export const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
