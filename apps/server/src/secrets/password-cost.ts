/** The cost is that of argon2id, with memory in KiB. */
export interface PasswordCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's figures for argon2id; one hash takes about 25 ms and 19 MB. */
export const defaultPasswordCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** OWASP's cheapest: 7 MiB, five times. */
const least = { memory: 7_168, work: 35_840 }
/** A gibibyte for each sign-in would be a way to stop the product. */
const mostMemory = 1_048_576

/** It is written `m=19456,t=2,p=1`, as in the hashes themselves. */
export function readPasswordCost(text: string | undefined, problems: string[]): PasswordCost {
  if (!text) return defaultPasswordCost
  const [, memory, passes, parallelism] = (/^m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})$/.exec(text) ?? []).map(
    Number,
  )
  if (
    !memory ||
    !passes ||
    !parallelism ||
    memory < least.memory ||
    memory > mostMemory ||
    memory * passes < least.work
  ) {
    problems.push(
      `PASSWORD_COST is "${text}"; it must be such as m=19456,t=2,p=1, at least m=7168,t=5,p=1 (OWASP), with at most 1 GiB.`,
    )
    return defaultPasswordCost
  }
  return { memory, passes, parallelism }
}
