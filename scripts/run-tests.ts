import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.ts'

interface Result {
  readonly passed: number
  readonly failed: number
  /** Names of failed tests. */
  readonly failures: readonly string[]
}
interface FeatureReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}
interface JourneyReport {
  readonly stats: Record<'expected' | 'unexpected' | 'skipped' | 'flaky', number>
  readonly errors: readonly { readonly message?: string }[]
  readonly suites: readonly JourneySuite[]
}
interface JourneySuite {
  readonly suites?: readonly JourneySuite[]
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly { readonly status: string }[]
  }[]
}

const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules/.cache/dineward')
const startedAt = performance.now()
rmSync(reports, { recursive: true, force: true })
process.env.CHROMIUM_PATH = ensureBrowser()
const statuses = await Promise.all(['scripts/build.ts', 'scripts/check.mjs'].map(start))
const failure = statuses.find(status => status !== 0)
if (failure !== undefined) process.exit(failure)
const preparedIn = seconds()
const results = [runFeatures(), runJourneys()]
const sum = (count: 'passed' | 'failed') => results.reduce((total, result) => total + result[count], 0)
for (const name of results.flatMap(({ failures }) => failures)) console.log(`failed: ${name}`)
console.log(`\n${seconds()} s, of which ${preparedIn} s for build and check`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

function runFeatures(): Result {
  const file = join(reports, 'features.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const status = run('node_modules/vitest/vitest.mjs', 'run', ...reporters)
  const report = read<FeatureReport>(file)
  if (!report) return toResult(0, ['a run without a report'], status)
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    // A file that could not be loaded has no tests.
    if (status === 'failed' && assertionResults.length === 0) return [file]
    return assertionResults
      .filter(test => test.status !== 'passed')
      .map(test => `${file} ${test.fullName.slice(0, 200)}`)
  })
  return toResult(report.numPassedTests, failures, status)
}

function runJourneys(): Result {
  const status = run('node_modules/@playwright/test/cli.js', 'test')
  const report = read<JourneyReport>(join(reports, 'journeys.json'))
  if (!report) return toResult(0, ['a run without a report'], status)
  const failures = [
    ...failedSpecs(report.suites),
    ...report.errors.map(({ message }) => message ?? 'an error'),
  ]
  return toResult(report.stats.expected, failures, status)
}

function failedSpecs(suites: readonly JourneySuite[]): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
      .map(({ file, line, title }) => `${file}:${line} ${title.slice(0, 200)}`),
    ...failedSpecs(inner),
  ])
}

/** A run that ends with an error has at least one failure, whatever it reports. */
function toResult(passed: number, found: readonly string[], status: number): Result {
  const failures = found.length === 0 && status !== 0 ? [`a run that ended with ${status}`] : found
  return { passed, failed: failures.length, failures }
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}

function run(...args: string[]): number {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

function start(script: string): Promise<number> {
  return new Promise(resolve => {
    spawn(process.execPath, [script], { cwd: root, stdio: 'inherit' }).once('exit', code =>
      resolve(code ?? 1),
    )
  })
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1_000)
}
