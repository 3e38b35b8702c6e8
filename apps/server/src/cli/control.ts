import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { Actor } from '../context.ts'
import { isReadOnlyError, readOnlyAdvice } from '../db/write-access.ts'
import type { Env } from '../env/env.ts'
import type { World } from '../world.ts'
import type { CommandCall } from './commands/send-command.ts'

export interface Caller {
  readonly cwd: string
  readonly actor: Actor
  readonly print: (line: string) => void
}

/** @returns an exit code. @throws a sentence for the caller. */
export type Command = (world: World, args: readonly string[], caller: Caller) => Promise<number>
/** Runs without the world: its place may be empty, or of an older build that must not be migrated first. */
export type OfflineCommand = (env: Env, args: readonly string[], caller: Caller) => Promise<number>
export type Commands = Readonly<Record<string, Command>>

/* The embedded database belongs to one process: while the server has it, commands run there, over a unix socket. */

export function serveCommands(world: World, commands: Commands, folder: string): Promise<Server> {
  const path = join(folder, 'control.sock')
  rmSync(path, { force: true })
  const server = createServer(async (incoming, answer) => {
    const send = (message: object) => answer.write(`${JSON.stringify(message)}\n`)
    try {
      const call = await readCall(incoming)
      send({ exitCode: await runCommand(world, commands, call, line => send({ line })) })
    } catch (error) {
      // The caller disconnected or is unknown: the server must not end.
      send({ line: error instanceof Error ? error.message : String(error) })
      send({ exitCode: 1 })
    }
    answer.end()
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

async function readCall(incoming: AsyncIterable<unknown>): Promise<CommandCall> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { name, args, cwd, user } = JSON.parse(Buffer.concat(chunks).toString()) as Partial<CommandCall>
  if (typeof name !== 'string' || !Array.isArray(args) || typeof cwd !== 'string' || typeof user !== 'string')
    throw new Error('A command needs a name, arguments, a folder and a user.')
  return { name, args: args.map(String), cwd, user }
}

export async function runCommand(
  world: World,
  commands: Commands,
  { name, args, cwd, user }: CommandCall,
  print: (line: string) => void,
): Promise<number> {
  try {
    const command = lookUp(commands, name)
    if (command) return await command(world, args, { cwd, print, actor: { kind: 'system', name: user } })
    print(`There is no command "${name}". There are: ${namesLike(name, commands).join(', ')}.`)
  } catch (error) {
    print(isParseArgsError(error) ? misread(error, name) : sentenceOf(error))
  }
  return 1
}

const sentenceOf = (error: unknown): string =>
  isReadOnlyError(error) ? readOnlyAdvice : error instanceof Error ? error.message : String(error)

/** It returns the names of the same group, else all. */
function namesLike(name: string, commands: Commands): readonly string[] {
  const all = Object.keys(commands)
  const ofGroup = all.filter(each => each.startsWith(`${name.split(' ')[0]} `))
  return ofGroup.length > 0 ? ofGroup : all
}

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof Error && /^ERR_PARSE_ARGS/.test((error as NodeJS.ErrnoException).code ?? '')

/** Node's advice about arguments that begin with a dash is for options with a value only. */
function misread({ message }: Error, name: string): string {
  const [sentence] = message.split(/\.? (?:To specify a positional|This command does not)/)
  return `${sentence?.replace(/\.$/, '')}.\nnpm run ${name.split(' ')[0]} -- --help says what there is.`
}
