import { readEnv } from '../env.ts'
import { commands } from './commands.ts'
import { execute } from './control.ts'

const [group = '', verb = '', ...args] = process.argv.slice(2)
try {
  process.exitCode = await execute(readEnv(process.env), commands, `${group} ${verb}`, args)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
