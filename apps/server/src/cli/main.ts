import { userInfo } from 'node:os'
import { readEnv } from '../env.ts'
import { commands } from './commands.ts'
import { execute } from './control.ts'

const [group = '', verb = '', ...args] = process.argv.slice(2)
try {
  // npm runs scripts in the project's folder; relative paths are meant from where it was called.
  const cwd = process.env.INIT_CWD ?? process.cwd()
  process.exitCode = await execute(readEnv(process.env), commands, {
    name: `${group} ${verb}`,
    args,
    cwd,
    user: userInfo().username,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
