import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { availableMemory } from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { variables } from '../apps/server/src/env/env-variables.ts'
import { ensureBrowsers } from './browsers/browser.ts'
import { readWanted } from './wanted-names.ts'

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
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
    /** Why the file could not be loaded. */
    readonly message: string
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
    readonly tests: readonly {
      readonly status: string
      readonly projectName: string
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

/** It is in bytes: up to 3 GB are written, while the programs of a run take 8 GB. */
const memoryNeeded = 11 * 2 ** 30
const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules/.cache/dineward')
const startedAt = performance.now()
rmSync(reports, { recursive: true, force: true })
dropProductVariables()
/** Vitest's projects. */
const projects = ['rules', 'embedded', 'postgres']
/** `npm test -- postgres journeys` names parts; without names all run, and what `npm run check` does. */
const named = readWanted([...projects, 'journeys'])
const parts = named.length > 0 ? named : [...projects, 'journeys']
const wantedProjects = projects.filter(project => parts.includes(project))
if (parts.includes('journeys')) requireBrowsers()
useMemory()
const preparations = ['scripts/build.ts', ...(named.length > 0 ? [] : ['scripts/check.mjs'])]
const statuses = await Promise.all(preparations.map(script => run(script)))
const failure = statuses.find(status => status !== 0)
if (failure !== undefined) process.exit(failure)
const preparedIn = seconds()
const results: Result[] = []
if (wantedProjects.length > 0) results.push(await runFeatures(wantedProjects))
if (parts.includes('journeys')) results.push(await runJourneys())
const sum = (count: 'passed' | 'failed') => results.reduce((total, result) => total + result[count], 0)
for (const name of results.flatMap(({ failures }) => failures)) console.log(`failed: ${name}`)
console.log(`\n${seconds()} s, of which ${preparedIn} s to prepare`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

/** What is set for the product, or for another database, is not meant for its tests. */
function dropProductVariables(): void {
  const isOther = (name: string) =>
    name === 'NODE_ENV' || name.startsWith('PG') || Object.hasOwn(variables, name.replace(/_FILE$/, ''))
  for (const name of Object.keys(process.env).filter(isOther)) delete process.env[name]
}

function requireBrowsers(): void {
  try {
    ensureBrowsers()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function runFeatures(names: readonly string[]): Promise<Result> {
  const file = join(reports, 'features.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const wanted = names.map(name => `--project=${name}`)
  const status = await run('node_modules/vitest/vitest.mjs', 'run', ...wanted, ...reporters)
  const report = read<FeatureReport>(file)
  if (!report) return toResult(0, ['a run without a report'], status)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    // A file that could not be loaded has no tests; one whose hook failed has tests that were not run.
    const ofFile = status === 'failed' && message ? [`${file}: ${firstLine(message)}`] : []
    const ofTests = assertionResults
      .filter(test => test.status !== 'passed')
      .map(
        test =>
          `${file} ${test.fullName.slice(0, 200)}: ${firstLine(test.failureMessages[0] ?? test.status)}`,
      )
    return [...ofFile, ...ofTests]
  })
  return toResult(report.numPassedTests, failures, status)
}

async function runJourneys(): Promise<Result> {
  const status = await run('node_modules/@playwright/test/cli.js', 'test')
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
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ projectName }) => `${projectName} ${file}:${line} ${title.slice(0, 200)}`),
    ),
    ...failedSpecs(inner),
  ])
}

/** A run that ends with an error has at least one failure, whatever it reports. */
function toResult(passed: number, found: readonly string[], status: number): Result {
  const failures = found.length === 0 && status !== 0 ? [`a run that ended with ${status}`] : found
  return { passed, failed: failures.length, failures }
}

/** Databases and pictures of tests are written often and never kept: to memory, where there is enough of it. */
function useMemory(): void {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return
  const { bavail, bsize } = statfsSync(inMemory)
  if (Math.min(bavail * bsize, availableMemory()) < memoryNeeded) return
  const folder = mkdtempSync(join(inMemory, 'dineward-tests-'))
  // It has the rights of /tmp: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

/** The end of a long report shows what went wrong, without the rest. */
function firstLine(message: string): string {
  return stripVTControlCharacters(message).split('\n', 1)[0]!.slice(0, 300)
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}

/** @returns the exit code */
function run(...args: string[]): Promise<number> {
  return new Promise(resolve => {
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).once('exit', code => resolve(code ?? 1))
  })
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1_000)
}
