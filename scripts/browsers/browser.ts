import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** It has no window's interface: journeys take a quarter less of the processor than in the whole browser. */
const headlessShell = 'chromium-headless-shell'
/** Metrics of Arial, the product's body font: the only font of a bare system is a tenth wider. */
const fonts = 'fonts-liberation'
/** Runs the W3C's checker of pages. */
const java = 'default-jre-headless'

export function browserOptions() {
  const executablePath = engines.chromium.path || installed(engines.chromium.commands)
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

export type Engine = 'chromium' | 'firefox' | 'webkit'

/** What each engine of the journeys is started by, with Debian's packages. */
const engines = {
  chromium: {
    commands: [headlessShell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    packages: [headlessShell],
    path: process.env.CHROMIUM_PATH,
  },
  firefox: {
    commands: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
    path: process.env.FIREFOX_PATH,
  },
  // WebKitGTK's driver comes with its browser. It draws on a screen that is not shown.
  webkit: { commands: ['WebKitWebDriver'], packages: ['webkit2gtk-driver', 'xvfb'], path: undefined },
} as const satisfies Record<Engine, object>

/** All three, or those that `TEST_ENGINES` names: "chromium firefox". */
export const testedEngines = (process.env.TEST_ENGINES ?? 'chromium firefox webkit')
  .split(/[\s,]+/)
  .filter((name): name is Engine => name in engines)

/** @throws if it is not installed */
export function enginePath(engine: Engine): string {
  const found = engines[engine].path || installed(engines[engine].commands)
  if (!found) throw new Error(whatToInstall([engine]))
  return found
}

/** Installs Debian's packages of what is missing when that may be done, else Playwright's own Chromium. @throws a sentence */
export function ensureBrowsers(): void {
  const missing = missingEngines()
  const packages = [
    ...missing.flatMap(engine => engines[engine].packages),
    ...(hasArial() ? [] : [fonts]),
    ...(hasJava() ? [] : [java]),
  ]
  if (packages.length > 0 && canInstallPackages()) installPackages(packages)
  const left = missingEngines().filter(engine => engine !== 'chromium' || !hasPlaywrightChromium())
  if (left.length > 0) throw new Error(whatToInstall(left))
  if (!hasJava())
    throw new Error(`The tests check pages with the W3C's checker, which needs Java: install ${java}.`)
}

const missingEngines = (): Engine[] =>
  testedEngines.filter(engine => {
    const { path, commands } = engines[engine]
    return !(path || installed(commands)) || (engine === 'webkit' && !installed(['Xvfb']))
  })

const hasPlaywrightChromium = (): boolean =>
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore' }).status === 0

export const whatToInstall = (missing: readonly Engine[]): string =>
  `The tests need ${missing.map(engine => engineNames[engine]).join(', ')}: as root, run "apt-get install ${missing
    .flatMap(engine => engines[engine].packages)
    .join(' ')}", or set CHROMIUM_PATH and FIREFOX_PATH, or name the engines to test in TEST_ENGINES.`

const engineNames = {
  chromium: 'Chromium or Chrome',
  firefox: 'Firefox',
  webkit: 'WebKitWebDriver of WebKitGTK with Xvfb',
} as const

/** A font of its metrics is enough. A system without fontconfig is not Linux, and has it. */
function hasArial(): boolean {
  const { status, stdout } = spawnSync('fc-match', ['Arial'], { encoding: 'utf8' })
  return status !== 0 || /arial|arimo|liberation/i.test(stdout)
}

const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0

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
}

function installed(commands: readonly string[]): string | null {
  for (const name of commands) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0 && existsSync(stdout.trim())) return stdout.trim()
  }
  return null
}
