import { rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Actor } from '../context.ts'
import { lockOwner } from '../db/embedded/data-lock.ts'
import { type Env, socketDir } from '../env.ts'
import { openWorld, type World } from '../world.ts'

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

interface CommandCall {
  readonly name: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly user: string
}

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

/** @param offline Commands that no world is opened for; one of `commands` with the same name runs in a server that has it. */
export async function execute(
  env: Env,
  commands: Commands,
  call: CommandCall,
  offline: Readonly<Record<string, OfflineCommand>> = {},
): Promise<number> {
  const print = (line: string) => console.log(line)
  const { name, args, cwd, user } = call
  const isServed = !env.databaseUrl && lockOwner(env.dataDir) !== null
  const alone = Object.hasOwn(offline, name) ? offline[name] : undefined
  if (alone && !(isServed && Object.hasOwn(commands, name)))
    return alone(env, args, { cwd, print, actor: { kind: 'system', name: user } })
  if (isServed) return sendCommand(env, call, print)
  const world = await openWorld(env, { mayTakeLong: true })
  try {
    return await runCommand(world, commands, call, print)
  } finally {
    await world.database.close()
  }
}

async function runCommand(
  world: World,
  commands: Commands,
  { name, args, cwd, user }: CommandCall,
  print: (line: string) => void,
): Promise<number> {
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command) return await command(world, args, { cwd, print, actor: { kind: 'system', name: user } })
    print(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
  }
  return 1
}

function sendCommand(env: Env, call: CommandCall, print: (line: string) => void): Promise<number> {
  const socketPath = join(socketDir(env.dataDir), 'control.sock')
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/' }, answer => {
      let exitCode: number | null = null
      const cutOff = () => {
        if (exitCode === null) print('The server ended before the command did. Run it again; it is safe to.')
        resolve(exitCode ?? 1)
      }
      createInterface({ input: answer })
        .on('line', text => {
          const message = JSON.parse(text) as { line?: string; exitCode?: number }
          if (message.line !== undefined) print(message.line)
          if (message.exitCode !== undefined) exitCode = message.exitCode
        })
        .on('error', cutOff)
        .on('close', cutOff)
    })
    outgoing.on('error', cause => {
      reject(
        new Error(
          'The server that has the data folder is still starting or stopping. Try again in a moment.',
          { cause },
        ),
      )
    })
    outgoing.end(JSON.stringify(call))
  })
}
