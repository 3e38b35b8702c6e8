import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { lockOwner } from '../../db/embedded/data-lock.ts'
import { type Env, socketDir } from '../../env/env.ts'

export interface CommandCall {
  readonly name: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly user: string
}

/** They run in the caller's process even while a server has the data, and say so when they cannot. */
export const neverSent: readonly string[] = ['move run', 'restore run']

/** Whether a server has the embedded database. */
export function isServed({ databaseUrl, dataDir }: Env): boolean {
  return !databaseUrl && lockOwner(dataDir) !== null
}

export function sendCommand(env: Env, call: CommandCall, print: (line: string) => void): Promise<number> {
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
