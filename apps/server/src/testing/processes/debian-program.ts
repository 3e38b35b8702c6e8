import { spawnSync } from 'node:child_process'

/** Whether a program is there; root on Debian installs its package, as for the browser of journeys. */
export function ensureProgram(name: string, debianPackage = name): boolean {
  if (isInstalled(name)) return true
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], options)
  }
  if (isInstalled(name)) return true
  console.warn(`not tested: ${name} is not installed (Debian: ${debianPackage})`)
  return false
}

const isInstalled = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
