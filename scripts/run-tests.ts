import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.ts'

/*
 * From installed dependencies to a verdict: brings a browser, builds, checks, and runs every test: rules, features on
 * the embedded database and on PostgreSQL, processes that are killed, journeys in a browser.
 */

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly unknown[]
  }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))
const startedAt = performance.now()
const chromium = ensureBrowser()
runOrExit('scripts/build.ts')
runOrExit('scripts/check.mjs')

const file = join(root, 'node_modules/.cache/dineward/tests.json')
mkdirSync(dirname(file), { recursive: true })
rmSync(file, { force: true })
const reporters = ['dot', 'json', './scripts/test-news.ts'].map(name => `--reporter=${name}`)
const status = run('node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${file}`)

const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
  readFileSync(file, 'utf8'),
) as Report
// A file that could not even be loaded is a failure: its tests did not run. So is a test that was skipped.
const broken = testResults.filter(
  result => result.status === 'failed' && result.assertionResults.length === 0,
)
for (const { name, message } of broken) console.log(`could not run ${name}: ${message}`)
if (numPendingTests > 0) console.log(`${numPendingTests} tests were skipped, which counts as failed`)
const failed = numFailedTests + broken.length + numPendingTests
console.log(`\neverything took ${Math.round((performance.now() - startedAt) / 1_000)} s`)
console.log(`${numPassedTests} passed, ${failed} failed`)
process.exitCode = failed > 0 || status !== 0 ? 1 : 0

function run(...args: string[]): number {
  const env = { ...process.env, CHROMIUM_PATH: chromium }
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

function runOrExit(script: string): void {
  const code = run(script)
  if (code !== 0) process.exit(code)
}
