import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Program = ReturnType<typeof program>
type RunTogether = (
  programs: readonly Program[],
  options: { stdio: 'ignore'; graceMs: number; againMs?: number },
) => { exitCode: Promise<number> }
/** As start.mjs, plain JavaScript for any Node. */
const { runTogether }: { runTogether: RunTogether } = await import(
  new URL('./run-together.mjs', import.meta.url).href
)

/** Writes its name into the file after a while, unless it is stopped before. */
const program = (file: string, name: string, afterMs: number, code: number) => ({
  command: process.execPath,
  args: [
    '--eval',
    `setTimeout(() => {
      require('node:fs').appendFileSync(${JSON.stringify(file)}, ${JSON.stringify(name)})
      process.exitCode = ${code}
    }, ${afterMs})`,
  ],
})

const newFile = () => join(mkdtempSync(join(tmpdir(), 'dw-together-')), 'said')

test('one fails -> the others may still say what they lack', async () => {
  const file = newFile()
  const programs = [program(file, 'frame', 0, 1), program(file, ' server', 400, 1)]
  expect(await runTogether(programs, { stdio: 'ignore', graceMs: 60_000 }).exitCode).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('frame server')
})

test('one fails, another does not end -> stopped after a while', async () => {
  const file = newFile()
  const programs = [program(file, 'frame', 0, 1), program(file, ' server', 60_000, 0)]
  expect(await runTogether(programs, { stdio: 'ignore', graceMs: 50 }).exitCode).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('frame')
})

test('one ends -> the others are stopped', async () => {
  const file = newFile()
  const programs = [program(file, 'frame', 0, 0), program(file, ' server', 60_000, 0)]
  await runTogether(programs, { stdio: 'ignore', graceMs: 60_000 }).exitCode
  expect(readFileSync(file, 'utf8')).toBe('frame')
})

test.each(['process.exit(70)', "process.kill(process.pid, 'SIGKILL')"])(
  'one ends by a fault, %s -> started again, and the others go on',
  async fault => {
    const file = newFile()
    const writes = `require('node:fs').appendFileSync(${JSON.stringify(file)}, 'again ')`
    const once = `if (!require('node:fs').existsSync(${JSON.stringify(file)})) { ${writes}; ${fault} } ${writes}`
    const programs = [
      { command: process.execPath, args: ['--eval', once] },
      program(file, 'server', 60_000, 0),
    ]
    expect(await runTogether(programs, { stdio: 'ignore', graceMs: 0, againMs: 0 }).exitCode).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe('again again ')
  },
)

test('one ends by a fault each time -> all end', async () => {
  const file = newFile()
  const programs = [program(file, 'x', 0, 70), program(file, ' server', 60_000, 0)]
  expect(await runTogether(programs, { stdio: 'ignore', graceMs: 0, againMs: 0 }).exitCode).toBe(70)
  expect(readFileSync(file, 'utf8')).toBe('xxxxx')
})

// The compiler does not read them.
test('scripts in plain JavaScript: what they import exists', () => {
  const missing = readdirSync(import.meta.dirname)
    .filter(name => name.endsWith('.mjs'))
    .flatMap(name =>
      [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/from '(\.[^']+)'/g)]
        .filter(([, imported]) => !existsSync(join(import.meta.dirname, imported!)))
        .map(([, imported]) => `${name} imports ${imported}`),
    )
  expect(missing).toEqual([])
})
