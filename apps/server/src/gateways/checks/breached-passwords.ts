import { createHash } from 'node:crypto'
import { callOut } from '../outgoing-calls.ts'

/** Passwords that were found in breaches of other sites. */
export interface BreachedPasswords {
  /** @throws where the service does not answer within a second. */
  has(password: string): Promise<boolean>
}

/** The person waits at the form. */
const timeOutMs = 1_000

/**
 * The range API of Have I Been Pwned, or one like it: it learns the first five digits of the hash, as some 2,000 others
 * have them. https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export function rangeBreachedPasswords(url: string): BreachedPasswords {
  return {
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      const answer = await callOut(`${url}/range/${hash.slice(0, 5)}`, {
        // The length of the answer does not tell which range was asked.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(timeOutMs),
      })
      if (!answer.ok) throw new Error(`breached passwords: the service answered ${answer.status}`)
      const counted = new RegExp(`^${hash.slice(5)}:(\\d+)\\s*$`, 'm').exec(await answer.text())
      // Padding is counted zero times.
      return Number(counted?.[1] ?? 0) > 0
    },
  }
}
