import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Without a window's interface: journeys take a quarter less of the processor than in the whole browser. */
const headlessShell = 'chromium-headless-shell'
/** Metrics of Arial, the product's body font: the only font of a bare system is a tenth wider. */
const fonts = 'fonts-liberation'

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
  const missing = [...(found ? [] : [headlessShell]), ...(found && hasArial() ? [] : [fonts])]
  if (missing.length > 0 && canInstallPackages()) installPackages(missing)
  else if (!found) execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  return found || (installed() ?? '')
}

/** Or a font of its metrics. A system without fontconfig is not Linux, and has it. */
function hasArial(): boolean {
  const { status, stdout } = spawnSync('fc-match', ['Arial'], { encoding: 'utf8' })
  return status !== 0 || /arial|arimo|liberation/i.test(stdout)
}

function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

function installPackages(packages: readonly string[]): void {
  console.log(`  installing ${packages.join(', ')} (Debian)`)
  const quiet: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  if (!process.env.CHROMIUM_PATH && !installed())
    throw new Error('No browser could be installed: set CHROMIUM_PATH.')
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
