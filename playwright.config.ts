import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { Engine } from './scripts/browsers/browser.ts'
import { browserOptions, testedEngines } from './scripts/browsers/browser.ts'

/** Journeys in a browser, on copies of the data that the global setup makes: files that only read share a product. */
export default defineConfig<object, { engine: Engine }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/prepare-data.ts',
  projects: [
    { name: 'journeys', testIgnore: '**/engines/**' },
    // The main ones run once more, in each engine of today's browsers.
    ...testedEngines.map(engine => ({ name: engine, testMatch: '**/engines/*.spec.ts', use: { engine } })),
  ],
  outputDir: 'node_modules/.cache/dineward/journeys',
  preserveOutput: 'failures-only',
  // There is one more than the cores: a journey waits for its page and for timers. With a fourth they end no sooner.
  workers: Math.min(3, availableParallelism() + 1),
  retries: 0,
  forbidOnly: true,
  // A machine may be four times slower: this ends what hangs, not what is slow. A single wait ends sooner.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'node_modules/.cache/dineward/journeys.json' }]],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    launchOptions: browserOptions(),
    // There are no snapshots of the page: their script is a change of the page, and takes time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
})
