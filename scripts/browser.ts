import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Without a window's interface: journeys take a quarter less of the processor than in the whole browser. */
const headlessShell = 'chromium-headless-shell'

export function browserOptions() {
  const executablePath = process.env.CHROMIUM_PATH || installed()
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return { args, ...(executablePath ? { executablePath } : {}) }
}

/** The path of a Chromium: the installed one, else Debian's package when that may be installed, else Playwright's own. */
export function ensureBrowser(): string {
  const found = process.env.CHROMIUM_PATH || installed()
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('  installing a browser (Debian: chromium-headless-shell)')
    const quiet: ExecFileSyncOptions = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    execFileSync('apt-get', ['update', '-qq'], quiet)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', headlessShell], quiet)
  } else {
    execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  }
  return installed() ?? ''
}

function installed(): string | null {
  for (const name of [
    headlessShell,
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  ]) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0 && existsSync(stdout.trim())) return stdout.trim()
  }
  return null
}
