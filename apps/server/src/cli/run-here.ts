import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { Env } from '../env/env.ts'
import { openWorld } from '../world.ts'
import { offlineCommands } from './commands/backup-command.ts'
import type { CommandCall } from './commands/send-command.ts'
import { commands } from './commands.ts'
import { runCommand } from './control.ts'

/** The command runs in this process: no server has the data, or the command needs none. */
export async function runHere(env: Env, call: CommandCall, print: (line: string) => void): Promise<number> {
  const { name, args, cwd, user } = call
  const offline = lookUp(offlineCommands, name)
  if (offline) return offline(env, args, { cwd, print, actor: { kind: 'system', name: user } })
  const world = await openWorld(env, { mayTakeLong: true })
  try {
    return await runCommand(world, commands, call, print)
  } finally {
    await world.replica?.close()
    await world.database.close()
  }
}
