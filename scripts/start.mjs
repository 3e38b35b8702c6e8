import { installMissing, pinnedNode, root, run } from './bootstrap.mjs'
import { runTogether } from './run-together.mjs'

/* Installs, builds, then runs server, card frame and in the demo an identity provider as processes until one ends. Runs on any Node. */

const dev = process.argv.includes('--dev')
await installMissing()
await run(pinnedNode(), ['scripts/build.ts', ...(dev ? ['--server-only'] : [])])

const env = dev ? { ...process.env, DEV_WEB: '1' } : process.env
const watch = dev ? ['--watch', '--watch-preserve-output'] : []
const isDemo = (env.APP_ENV || 'demo') === 'demo'
const serverEntry = isDemo ? 'packages/demo-world/src/start.ts' : 'apps/server/src/main.ts'
const program = (...args) => ({ command: pinnedNode(), args })
const { exitCode, stopAll } = runTogether(
  [
    program(...watch, serverEntry),
    program(...watch, 'apps/card-frame/src/main.ts'),
    ...(isDemo ? [program('apps/demo-idp/src/main.ts')] : []),
  ],
  { cwd: root, env, stdio: 'inherit', graceMs: isDemo ? 0 : 3_000 },
)

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll())
// npm signals its shell, which does not forward it: the shell's end is our signal.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stopAll(), 250).unref()
}
process.exitCode = await exitCode
