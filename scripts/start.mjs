import { spawn } from 'node:child_process'
import { installMissing, pinnedNode, root, run } from './bootstrap.mjs'

/* Installs, builds, then runs server, card frame and in the demo an identity provider as processes until one ends. Runs on any Node. */

const dev = process.argv.includes('--dev')
await installMissing()
await run(pinnedNode(), ['scripts/build.ts', ...(dev ? ['--server-only'] : [])])

const env = dev ? { ...process.env, DEV_WEB: '1' } : process.env
const watch = dev ? ['--watch', '--watch-preserve-output'] : []
const isDemo = (env.APP_ENV || 'demo') === 'demo'
const serverEntry = isDemo ? 'packages/demo-world/src/start.ts' : 'apps/server/src/main.ts'
const processes = [
  spawn(pinnedNode(), [...watch, serverEntry], { cwd: root, env, stdio: 'inherit' }),
  spawn(pinnedNode(), [...watch, 'apps/card-frame/src/main.ts'], { cwd: root, env, stdio: 'inherit' }),
  ...(isDemo
    ? [spawn(pinnedNode(), ['apps/demo-idp/src/main.ts'], { cwd: root, env, stdio: 'inherit' })]
    : []),
]

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll())
// npm signals its shell, which does not forward it: the shell's end is our signal.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stopAll(), 250).unref()
}
const codes = await Promise.all(
  processes.map(
    child =>
      new Promise(resolve =>
        child.once('exit', code => {
          stopAll()
          resolve(code ?? 1)
        }),
      ),
  ),
)
process.exitCode = codes.find(code => code !== 0) ?? 0

function stopAll() {
  for (const child of processes)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}
