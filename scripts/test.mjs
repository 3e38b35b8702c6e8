import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installMissing, pinnedNode, root, run } from './bootstrap.mjs'
import { ensureBrowser } from './browser.mjs'

/*
 * `npm test`: from a fresh clone to a verdict. Installs what is missing (a browser too), builds, checks, and runs every
 * test: rules, features on the embedded database and on PostgreSQL, processes that are killed, journeys in a browser.
 */

const startedAt = performance.now()
await installMissing()
const chromium = ensureBrowser()
await run(pinnedNode(), ['scripts/build.ts'])
await run(pinnedNode(), ['scripts/check.mjs'])

const report = join(root, 'node_modules/.cache/dineward/tests.json')
mkdirSync(dirname(report), { recursive: true })
rmSync(report, { force: true })
const { status } = spawnSync(
  pinnedNode(),
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium } },
)

const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
  readFileSync(report, 'utf8'),
)
// A file that could not even be loaded counts as a failure: its tests did not run.
const brokenFiles = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
for (const { name, message } of brokenFiles) console.log(`could not run ${name}: ${message}`)
const failed = numFailedTests + brokenFiles.length + (numPendingTests > 0 ? numPendingTests : 0)
console.log(`\nall of it took ${Math.round((performance.now() - startedAt) / 1_000)} s`)
if (numPendingTests > 0) console.log(`${numPendingTests} tests were skipped, which counts as a failure`)
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exitCode = failed > 0 || status !== 0 ? 1 : 0
