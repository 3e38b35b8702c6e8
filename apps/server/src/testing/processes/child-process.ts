import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { closeAfterFile } from '../databases/close-after-file.ts'

export interface RunningProgram {
  readonly process: ChildProcess
  /** It has everything that the process printed. */
  said(): string
  /** It has the exit code and signal. */
  readonly ended: Promise<unknown[]>
}

const inheritedNames = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'SystemRoot', 'TEMP', 'TMPDIR', 'TZ']

/**
 * It is that of a program under test. More of the developer's, such as `SMTP_URL`, would send its mails out into the
 * world.
 */
export function closedEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = inheritedNames.flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), ...env }
}

/** Killed after the file's tests, and its folder removed. */
export function startProgram(
  program: string,
  args: readonly string[],
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): RunningProgram {
  const child = spawn(program, args, {
    env: closedEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  const ended = once(child, 'exit')
  closeAfterFile(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  return { process: child, said: () => said, ended }
}
