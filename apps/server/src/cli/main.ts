import { userInfo } from 'node:os'
import { readEnv } from '../env.ts'
import { offlineCommands } from './backup-command.ts'
import { commands } from './commands.ts'
import { execute } from './control.ts'
import { doctorCommand } from './doctor-command.ts'

const [group = '', verb = '', ...args] = process.argv.slice(2)
try {
  // npm runs scripts in the project's folder; relative paths are meant from where it was called.
  const cwd = process.env.INIT_CWD ?? process.cwd()
  const call = { name: `${group} ${verb}`, args, cwd, user: userInfo().username }
  // It also says what is wrong with the environment.
  if (group === 'doctor')
    process.exitCode = await doctorCommand(process.env, process.argv.slice(3), console.log)
  else process.exitCode = await execute(readEnv(process.env), commands, call, offlineCommands)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
