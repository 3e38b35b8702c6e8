import { installMissing, pinnedNode, run } from './bootstrap.mjs'

/** `--all` runs every feature on both databases. */
if (process.argv.includes('--all')) process.env.TEST_ALL = '1'
await installMissing()
await run(pinnedNode(), ['scripts/run-tests.ts'])
