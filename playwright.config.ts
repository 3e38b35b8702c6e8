import { defineConfig } from '@playwright/test'
import { browserOptions } from './scripts/browser.ts'

/**
 * Journeys that fail and must be repaired: remove a line to run it.
 * Deferred parts still load after a click (P10), and the badge ignores a key pressed before its page is hydrated.
 */
const knownFailures = [
  /prefetch: (resting on|focusing) a restaurant/,
  /restaurant map: page reached by a link/,
  /prefetch: data saver on/,
  /Acclaimed badge member opted out of email/,
  // Signing in without a connection shows no message in the form.
  /offline form -> cannot be sent, keeps its input/,
]

/** Journeys in a browser. Each file starts servers of its own, on a copy of the data that the global setup makes. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepare-data.ts',
  outputDir: 'node_modules/.cache/dineward/journeys',
  preserveOutput: 'failures-only',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  grepInvert: knownFailures,
  // A machine may be four times slower: these end what hangs, not what is slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/dineward/journeys.json' }]],
  use: {
    launchOptions: browserOptions(),
    // Without snapshots of the page: their script is a change of the page, and takes time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
})
