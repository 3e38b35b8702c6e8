import { defineConfig } from 'vitest/config'

/* The end of a file's name says what its tests run on: nothing special means PostgreSQL in the server, and no database elsewhere. */

const server = 'apps/server/src/**/*.test.ts'
/** These tests need no database. */
const unit = 'apps/server/src/**/*.unit.test.ts'
/** These run on the embedded database. */
const embedded = '{apps/server,packages/demo-world}/src/**/*.embedded.test.ts'
/** These run on PostgreSQL only, also with `--all`: several processes share a database, or the whole demo is there. */
const onlyServer = '{apps/server,packages/demo-world}/src/**/*.server.test.ts'
/** What may differ between the databases: transactions, migrations, locks, search, jobs. And the edge cases of rewards. */
const both = 'apps/server/src/**/*.both.test.ts'

/** A test ends within 15 seconds, or says that it is a `longTest`. Hooks start servers and databases. */
const timeLimits = {
  testTimeout: 15_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 50 } },
}

/**
 * Tests run as Node runs the product: without a transform that each import and each access through one would pay for.
 */
const asProduct = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** `npm run test:all` runs every feature on both databases. */
export default defineConfig({
  test: {
    // There are more than the cores: a worker waits for PostgreSQL and timers for a third of its time.
    maxWorkers: 3,
    // Test files of a worker share their modules: importing the product again for each took longer than its tests.
    isolate: false,
    projects: [
      {
        test: {
          ...timeLimits,
          name: 'rules',
          include: [
            'packages/**/*.test.ts',
            'apps/{web,console,card-frame}/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'e2e/support/*.test.ts',
            'tests/*.test.ts',
            unit,
          ],
          exclude: [onlyServer, embedded, '**/node_modules/**'],
        },
      },
      {
        test: {
          ...timeLimits,
          ...asProduct,
          name: 'embedded',
          include: process.env.TEST_ALL ? [server] : [embedded, both],
          exclude: [unit, onlyServer],
          globalSetup: ['apps/server/src/testing/databases/embedded-setup.ts'],
          setupFiles: ['apps/server/src/testing/databases/set-up-file.ts'],
        },
      },
      {
        test: {
          ...timeLimits,
          ...asProduct,
          name: 'postgres',
          include: [server, onlyServer],
          exclude: [unit, embedded],
          globalSetup: ['apps/server/src/testing/databases/postgres-setup.ts'],
          setupFiles: ['apps/server/src/testing/databases/set-up-file.ts'],
        },
      },
    ],
  },
})
