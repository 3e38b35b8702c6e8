import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signFidel } from '../apps/server/src/features/card-events/networks/fidel.network.ts'
import { freePort } from '../apps/server/src/testing/processes/free-port.ts'
import type { CardEvent } from './program.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const secret = 'whsec_of_the_bench'

export interface Worker {
  readonly pid: number
  readonly port: number
  isAlive(): boolean
  kill(signal: NodeJS.Signals): Promise<void>
  output(): string
}

/**
 * It starts the product as a process, without demo data; several share a database. `build` is the folder of another
 * build.
 */
export async function startWorker(env: Record<string, string>, build = root): Promise<Worker> {
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const child = spawn(process.execPath, [join(build, 'apps/server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      FIDEL_WEBHOOK_SECRET: secret,
      APP_SECRET: 'app-secret-of-the-bench',
      CARD_TOKEN_SECRET: 'token-secret-of-the-bench',
      ...env,
      DATA_DIR: join(env.DATA_DIR!, env.PORT ? '' : `worker-${port}`),
      PORT: String(port),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  await untilReady(port, child, () => said)
  return {
    pid: child.pid!,
    port,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output: () => said,
    kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
      return new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill(signal)
      })
    },
  }
}

async function untilReady(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (let left = 3_600; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`the product ended while starting:\n${said()}`)
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`the product was not ready within three minutes:\n${said()}`)
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Events are sent as by the network: signed for the address that is called. @returns the status; 0 without an answer.
 */
export function sendTo({ port }: Pick<Worker, 'port'>, { event, body }: CardEvent): Promise<number> {
  const path = `/hooks/fidel/${event}`
  const timestamp = String(Date.now())
  const signature = signFidel(secret, { url: `http://localhost:${port}${path}`, timestamp, body })
  const headers = {
    host: `localhost:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-fidel-timestamp': timestamp,
    'x-fidel-signature': signature,
  }
  return new Promise(resolve => {
    request({ host: 'localhost', port, path, method: 'POST', headers, agent }, answer => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', () => resolve(0))
    })
      .once('error', () => resolve(0))
      .end(body)
  })
}

/** CPU milliseconds of a process so far, with its children that have ended. */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    // The fields are utime, stime, cutime and cstime in ticks of 10 ms.
    return 10 * [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
  } catch {
    return 0
  }
}

/** It is the same of a process and all of its running children. */
export function treeCpuMs(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [pid, ...children.split('\n').filter(Boolean).map(Number)].reduce((sum, one) => sum + cpuMs(one), 0)
}

/** CPU of workers without their starts, and of those that were killed until then. */
export class WorkersCpu {
  readonly #begun = new Map<number, number>()
  #endedMs = 0

  constructor(workers: readonly Pick<Worker, 'pid'>[]) {
    for (const worker of workers) this.begin(worker)
  }

  begin({ pid }: Pick<Worker, 'pid'>): void {
    this.#begun.set(pid, cpuMs(pid))
  }

  /** Call it before it is killed. */
  end({ pid }: Pick<Worker, 'pid'>): void {
    this.#endedMs += cpuMs(pid) - this.#begun.get(pid)!
    this.#begun.delete(pid)
  }

  spentMs(): number {
    return [...this.#begun].reduce((sum, [pid, before]) => sum + cpuMs(pid) - before, this.#endedMs)
  }
}
