import { chmodSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { buildFrame } from './app.ts'
import { type Env, readEnv } from './env.ts'

const env = environment()
const quiet = env.logLevel === 'silent'

const app = await buildFrame({
  ...env,
  clock: { now: () => new Date() },
  log: line => {
    if (!quiet)
      console.log(JSON.stringify({ time: new Date().toISOString(), service: 'card-frame', ...line }))
  },
})

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
process.on('uncaughtException', error => {
  // Its stack, not its message, which may hold what was sent.
  console.error(`The card frame ends after a fault.\n${error.stack?.replace(error.message, '')}`)
  // It is started again (sysexits.h: EX_SOFTWARE).
  void stop(70)
})

await listen().catch(error => {
  const { code, message } = error as NodeJS.ErrnoException
  const problems = {
    EADDRINUSE: `Port ${env.port} is taken by another program: stop that one, or set CARD_FRAME_PORT to a free port.`,
    EACCES: `Port ${env.port} is reserved for the system: set CARD_FRAME_PORT to one above 1023.`,
  }
  const problem = env.socket ? null : lookUp(problems, code ?? '')
  console.error(`The card frame could not start. ${problem ?? message}`)
  process.exit(1)
})

async function listen(): Promise<void> {
  if (!env.socket) return void (await app.listen({ port: env.port, host: env.host }))
  // A killed process may have left one behind; anything else of that name stays, and is an error.
  if (statSync(env.socket, { throwIfNoEntry: false })?.isSocket()) rmSync(env.socket)
  await app.listen({ path: env.socket })
  // The proxy is of its group.
  chmodSync(env.socket, 0o660)
}

function environment(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function stop(exitCode: number): Promise<void> {
  void sleep(9_000, null, { ref: false }).then(() => process.exit(exitCode))
  await app.close()
  process.exit(exitCode)
}
