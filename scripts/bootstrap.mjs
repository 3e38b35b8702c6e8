import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Shared by `npm start` and `npm test`: the only code that runs before anything is installed. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The arguments are given in full: `NODE_ENV=production`, `omit` or `ignore-scripts` in npm's configuration would leave
 * out what runs and builds.
 */
export const installArguments = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts=false',
  '--dry-run=false',
  '--global=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

export async function installMissing() {
  const problem = pathProblem(root)
  if (problem) refuse(problem)
  if (isInstalled()) return
  console.log('  installing dependencies (once, about a minute)')
  await run('npm', installArguments)
  if (!existsSync(pinnedNode()))
    refuse(`npm has not installed ${pinnedNode()}: run npm rebuild node, and look at what it says.`)
}

/** @returns what to do, or null. */
export function pathProblem(folder) {
  const [character] = /[#%?]/.exec(folder) ?? []
  return character
    ? `The folder ${folder} has "${character}" in its path, which the programs that build the pages take for a part of an address: move it to a path without #, % and ?.`
    : null
}

function refuse(problem) {
  console.error(`\nDineward could not start.\n${problem}\n`)
  process.exit(1)
}

/** The Node that the project pins, whatever the machine has. */
export function pinnedNode() {
  return join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** Ends this process when the program fails. */
export function run(command, args, env = process.env) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    child.once('error', error => {
      console.error(`${command} could not be started: ${error.message}`)
      process.exit(1)
    })
    child.once('exit', code => (code === 0 ? resolve() : process.exit(code ?? 1)))
  })
}

/** npm writes what it has installed into node_modules; every package of ours must be there at its locked version. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed) || !existsSync(pinnedNode())) return false
  const { packages: there } = JSON.parse(readFileSync(installed, 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      !path.startsWith('node_modules/') || optional || link || there[path]?.version === version,
  )
}
