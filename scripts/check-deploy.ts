import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* `npm run deploy:check`: the files of a deployment, judged by the programs that read them, where these are installed. */

type Command = readonly [program: string, ...args: string[]]

/** Docker may be installed without it. */
const composeVersion: Command = ['docker', 'compose', 'version']
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'dineward-deploy-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const units = copyFiles()
const failed = [
  check('systemd units', ['systemd-analyze', 'verify', ...units]),
  ...units.map(unit =>
    check(`exposure of ${unit}`, ['systemd-analyze', 'security', '--offline=true', '--threshold=20', unit]),
  ),
  check('compose.yaml', ['docker', 'compose', 'config', '--quiet'], composeVersion),
  check('alert rules', ['promtool', 'check', 'rules', 'deploy/prometheus-alerts.yaml']),
  check('Caddyfile', ['caddy', 'adapt', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']),
].filter(passed => !passed)
process.exitCode = failed.length > 0 ? 1 : 0

/** It lays files out as on a server: variables from the example, and units of a program that is there. */
function copyFiles(): string[] {
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
  copyFileSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'))
  copyFileSync(join(folder, 'deploy/dineward.env.example'), join(folder, 'deploy/dineward.env'))
  mkdirSync(join(folder, 'home'))
  const units = readdirSync(join(folder, 'deploy/systemd')).map(file => join('deploy/systemd', file))
  for (const unit of units) {
    const file = join(folder, unit)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/dineward', root))
  }
  return units
}

/** @returns false where the program refuses the files; one that is not installed is named, and passes. */
function check(what: string, command: Command, probe?: Command): boolean {
  const { status, stdout, stderr } = run(command)
  if (status === null || (probe && run(probe).status !== 0)) {
    console.log(`not checked: ${what}, because ${command.slice(0, probe ? 2 : 1).join(' ')} is not installed`)
    return true
  }
  console.log(status === 0 ? `ok   ${what}` : `FAIL ${what}\n${stdout}${stderr}`)
  return status === 0
}

function run([program, ...args]: Command) {
  return spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: join(folder, 'home') },
  })
}
