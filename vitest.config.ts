import { defineConfig } from 'vitest/config'

const features = [
  'apps/server/src/**/*.test.ts',
  'packages/demo-world/src/{load-demo-world,demo-photos,demo-reservations}.test.ts',
]
/** Server tests that open no database. */
const withoutDatabase = [
  'apps/server/src/gateways/*.test.ts',
  'apps/server/src/features/card-events/networks/*.test.ts',
  'apps/server/src/features/partner/*partner*.test.ts',
  'apps/server/src/db/embedded/*.test.ts',
  'apps/server/src/**/{attempts,env,env-secrets,secret-keys,data-folder,new-id,control,run-line,usages,start-problem,encryption,once-a-minute,content-account,content-files,rich-text,passwords,common-passwords,server-agreement,errors,security-headers,access-document,allowances,render-queue,page-cache,page-styles,lives-in-memory}.test.ts',
]
const onlyEmbedded = 'apps/server/src/**/*.embedded.test.ts'
/** Several processes on one database. */
const onlyServer = 'apps/server/src/**/*.server.test.ts'
/** What may differ between the databases: transactions, migrations, locks, search, jobs. And the edge cases of rewards. */
const onBothDatabases = [
  'apps/server/src/**/{migrate,jobs,inbox,earning,claimed-dine,ledger,payouts,payout-faults,races,settlement,settlement-corrections}.test.ts',
  'apps/server/src/**/{refunds,unnamed-refunds,replay,receive-event,components,component-bonuses,monthly-limits,eligibility,validity,redecide,vip,kard,claims,adjustments,closed-account}.test.ts',
  'apps/server/src/**/{search,search-property,search-snapshot}.test.ts',
]

/** A machine may be four times slower: these end what hangs, not what is slow. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000, interval: 50 } },
}

/** As Node runs it for the product: without a transform that each import and each access through one would pay for. */
const asProduct = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** `npm run test:all` runs every feature on both databases. */
export default defineConfig({
  test: {
    // More than the cores: a worker waits for PostgreSQL and timers for a third of its time.
    maxWorkers: 3,
    // Test files of a worker share their modules: importing the product again for each took longer than its tests.
    isolate: false,
    projects: [
      {
        test: {
          ...patience,
          name: 'rules',
          include: [
            'packages/**/*.test.ts',
            'apps/{web,console,card-frame}/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'e2e/support/*.test.ts',
            '*.test.ts',
            ...withoutDatabase,
          ],
          exclude: features.filter(path => path.startsWith('packages')),
        },
      },
      {
        test: {
          ...patience,
          ...asProduct,
          name: 'embedded',
          include: process.env.TEST_ALL ? features : [onlyEmbedded, ...onBothDatabases],
          exclude: [...withoutDatabase, onlyServer],
          globalSetup: ['apps/server/src/testing/embedded-setup.ts'],
          setupFiles: ['apps/server/src/testing/set-up-file.ts'],
        },
      },
      {
        test: {
          ...patience,
          ...asProduct,
          name: 'postgres',
          include: features,
          exclude: [...withoutDatabase, onlyEmbedded],
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          setupFiles: ['apps/server/src/testing/set-up-file.ts'],
        },
      },
    ],
  },
})
