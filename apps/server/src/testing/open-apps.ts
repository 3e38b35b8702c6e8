import { afterAll } from 'vitest'

/** What this test file has opened and not closed yet. */
export const openApps = new Set<AsyncDisposable>()

// A setup file: runs for each test file, so it also closes what was opened inside a test, where no hook can be added.
afterAll(async () => {
  for (const app of [...openApps].reverse()) await app[Symbol.asyncDispose]()
})
