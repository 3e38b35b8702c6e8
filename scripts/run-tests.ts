import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'

interface Result {
  readonly passed: number
  readonly failed: number
}
interface FeatureReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}
interface JourneyReport {
  readonly stats: Record<'expected' | 'unexpected' | 'skipped' | 'flaky', number>
  readonly errors: readonly unknown[]
}

const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules/.cache/dineward')
const startedAt = performance.now()
rmSync(reports, { recursive: true, force: true })
process.env.CHROMIUM_PATH = ensureBrowser()
for (const script of ['scripts/build.ts', 'scripts/check.mjs']) {
  const status = run(script)
  if (status !== 0) process.exit(status)
}
const preparedIn = seconds()
const results = [runFeatures(), runJourneys()]
const sum = (count: keyof Result) => results.reduce((total, result) => total + result[count], 0)
console.log(`\n${seconds()} s, of which ${preparedIn} s for build and check`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

function runFeatures(): Result {
  const file = join(reports, 'features.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const status = run('node_modules/vitest/vitest.mjs', 'run', ...reporters)
  const report = read<FeatureReport>(file)
  if (!report) return { passed: 0, failed: 1 }
  // A file that could not be loaded has no tests.
  const broken = report.testResults.filter(
    result => result.status === 'failed' && result.assertionResults.length === 0,
  )
  const skipped = report.numPendingTests + report.numTodoTests
  return toResult(report.numPassedTests, report.numFailedTests + skipped + broken.length, status)
}

function runJourneys(): Result {
  const status = run('node_modules/@playwright/test/cli.js', 'test')
  const report = read<JourneyReport>(join(reports, 'journeys.json'))
  if (!report) return { passed: 0, failed: 1 }
  const { stats, errors } = report
  return toResult(stats.expected, stats.unexpected + stats.skipped + stats.flaky + errors.length, status)
}

/** A run that ends with an error has at least one failure, whatever it reports. */
function toResult(passed: number, failed: number, status: number): Result {
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed }
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}

function run(...args: string[]): number {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1_000)
}
