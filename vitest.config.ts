import { defineConfig } from 'vitest/config'

/** Tests of the demo that load it into a database. */
const demoFeatures = [
  'packages/demo-world/src/load-demo-world.test.ts',
  'packages/demo-world/src/demo-reservations.test.ts',
]
const features = ['apps/server/src/**/*.test.ts', 'apps/card-frame/src/**/*.test.ts', ...demoFeatures]
/** Server tests that never open a database. */
const withoutDatabase = [
  'apps/server/src/features/partner/*partner*.test.ts',
  'apps/server/src/db/embedded/*.test.ts',
  'apps/server/src/env.test.ts',
  'apps/card-frame/src/**/*.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Test files of a worker share their modules: importing the product again for each took longer than its tests.
    isolate: false,
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'packages/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            '*.test.ts',
            ...withoutDatabase,
          ],
          exclude: demoFeatures,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'embedded',
          include: features,
          exclude: withoutDatabase,
          globalSetup: ['apps/server/src/testing/embedded-setup.ts'],
          setupFiles: ['apps/server/src/testing/open-apps.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: features,
          exclude: [...withoutDatabase, 'apps/server/src/**/*.embedded.test.ts'],
          globalSetup: ['apps/server/src/testing/postgres-setup.ts'],
          setupFiles: ['apps/server/src/testing/open-apps.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.spec.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // Each starts servers and a browser of its own: one at a time.
          fileParallelism: false,
          // A browser on a crowded machine may be slower than any patience. What needed it is told (`scripts/test-news.ts`).
          retry: 1,
        },
      },
    ],
  },
})
