import { installMissing, pinnedNode, run } from './bootstrap.mjs'

/** `npm run check`: everything that needs no database and no browser, in under 20 seconds. */
await installMissing()
const words = runNode(
  'node_modules/cspell/bin.mjs',
  'lint',
  '--no-progress',
  '--no-summary',
  '--no-default-configuration',
  '--dot',
  '--cache',
  '--cache-location=node_modules/.cache/cspell',
)
await runNode('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings')
await runNode('node_modules/typescript/bin/tsc', '-p', '.')
await runNode('scripts/check-partners.ts')
await runNode('scripts/configuration.ts', '--check')
await runNode('node_modules/vitest/vitest.mjs', 'run', 'tests/', '--project=rules', '--reporter=dot')
await words

function runNode(...args) {
  return run(pinnedNode(), args)
}
