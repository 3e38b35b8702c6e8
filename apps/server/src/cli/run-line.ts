import { userInfo } from 'node:os'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { connectionProblem } from '../db/connection-error.ts'
import { isReadOnlyError, readOnlyAdvice } from '../db/write-access.ts'
import { readEnv } from '../env/env.ts'
import type { Source } from '../env/env-values.ts'
import { isServed, neverSent, sendCommand } from './commands/send-command.ts'

/** Runs what follows the program's name, "group verb arguments". */
export async function runLine(environment: Source, words: readonly string[]): Promise<void> {
  try {
    const [group = '', verb = '', ...args] = words
    const asksForHelp = words.some(word => word === '--help' || word === '-h')
    if (asksForHelp || (verb === '' && !lookUp(withoutVerb, group))) {
      const { usages } = await import('./usages.ts')
      console.log(lookUp(usages, group) ?? `There are: ${Object.keys(usages).sort().join(', ')}.`)
      process.exitCode = asksForHelp ? 0 : 1
      return
    }
    const own = lookUp(withoutVerb, group)
    process.exitCode = own
      ? await own(environment, words.slice(1))
      : await run(environment, `${group} ${verb}`, args)
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/** The message is a sentence for the operator. */
export function messageOf(error: unknown): unknown {
  if (isReadOnlyError(error)) return readOnlyAdvice
  if (!(error instanceof Error)) return error
  const { syscall } = error as NodeJS.ErrnoException
  return syscall === 'connect' || syscall === 'getaddrinfo'
    ? `The database does not answer (${error.message}). Start it, or look at its address.`
    : (connectionProblem(error) ?? error.message)
}

/** They read the environment on their own: one says what is wrong with it, the other needs little of it. */
const withoutVerb: Readonly<
  Record<string, (environment: Source, args: readonly string[]) => Promise<number>>
> = {
  async doctor(environment, args) {
    const { doctorCommand } = await import('./commands/doctor-command.ts')
    return doctorCommand(environment, args, console.log)
  },
  async migrate(environment) {
    const { migrateCommand } = await import('./commands/migrate-command.ts')
    return migrateCommand(environment, console.log)
  },
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
