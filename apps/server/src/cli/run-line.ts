import { userInfo } from 'node:os'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { isReadOnlyError, readOnlyAdvice } from '../db/write-access.ts'
import { readEnv } from '../env.ts'
import type { Source } from '../env-values.ts'
import { isServed, neverSent, sendCommand } from './send-command.ts'

/** Runs what follows the program's name, "group verb arguments". */
export async function runLine(environment: Source, words: readonly string[]): Promise<void> {
  try {
    const [group = '', verb = '', ...args] = words
    const asksForHelp = words.some(word => word === '--help' || word === '-h')
    if (asksForHelp || (verb === '' && group !== 'doctor')) {
      const { usages } = await import('./usages.ts')
      console.log(lookUp(usages, group) ?? `There are: ${Object.keys(usages).sort().join(', ')}.`)
      process.exitCode = asksForHelp ? 0 : 1
      return
    }
    process.exitCode =
      group === 'doctor'
        ? await examine(environment, words.slice(1))
        : await run(environment, `${group} ${verb}`, args)
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/** A sentence for the operator. */
export function messageOf(error: unknown): unknown {
  if (isReadOnlyError(error)) return readOnlyAdvice
  if (!(error instanceof Error)) return error
  const { syscall } = error as NodeJS.ErrnoException
  return syscall === 'connect' || syscall === 'getaddrinfo'
    ? `The database does not answer (${error.message}). Start it, or look at its address.`
    : error.message
}

/** It also says what is wrong with the environment. */
async function examine(environment: Source, args: readonly string[]): Promise<number> {
  const { doctorCommand } = await import('./doctor-command.ts')
  return doctorCommand(environment, args, console.log)
}

/** Only a command that runs here loads the product: that takes longer than asking the server. */
async function run(environment: Source, name: string, args: readonly string[]): Promise<number> {
  const env = readEnv(environment)
  // npm runs scripts in the project's folder; relative paths are meant from where it was called.
  const call = { name, args, cwd: environment.INIT_CWD ?? process.cwd(), user: userInfo().username }
  if (isServed(env) && !neverSent.includes(name)) return sendCommand(env, call, console.log)
  const { runHere } = await import('./run-here.ts')
  return runHere(env, call, console.log)
}
