import type { PasswordCost } from '../secrets/password-cost.ts'

/** Argon2's least: thousands of passwords are hashed in tests. `passwords.unit.test.ts` covers the default. */
export const testPasswordCost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
