import { installMissing, pinnedNode, run } from './bootstrap.mjs'

/** `npm run check`: everything that needs no database and no browser, in well under a minute. */
await installMissing()
await run(pinnedNode(), ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'])
await run(pinnedNode(), ['node_modules/typescript/bin/tsc', '-p', '.'])
await run(pinnedNode(), ['scripts/check-partners.ts'])
await run(pinnedNode(), [
  'node_modules/vitest/vitest.mjs',
  'run',
  'architecture.test.ts',
  '--project',
  'rules',
  '--reporter',
  'dot',
])
