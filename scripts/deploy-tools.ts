import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface ToolResult {
  readonly what: string
  /** Null where the tool is not installed. */
  readonly passed: boolean | null
  readonly output: string
}

/** Judge the files in `deploy/` with the tools of those who read them, as far as they are installed. */
export function checkWithTools(root: string, folder: string): ToolResult[] {
  const copy = join(folder, 'files')
  cpSync(join(root, 'deploy'), join(copy, 'deploy'), { recursive: true })
  copyFileSync(join(root, 'compose.yaml'), join(copy, 'compose.yaml'))
  copyFileSync(join(root, 'deploy/dineward.env.example'), join(copy, 'deploy/dineward.env'))
  const units = readdirSync(join(copy, 'deploy/systemd')).map(file => join(copy, 'deploy/systemd', file))
  for (const unit of units) writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll('/opt/dineward', root))
  mkdirSync(join(copy, 'home'))
  const run = (what: string, [program, ...args]: [string, ...string[]]) => tool(what, program, args, copy)
  return [
    run('systemd units', ['systemd-analyze', 'verify', ...units]),
    ...units.map(unit =>
      run(`exposure of ${basename(unit)}`, [
        'systemd-analyze',
        'security',
        '--offline=true',
        '--threshold=20',
        unit,
      ]),
    ),
    run('compose.yaml', ['docker-compose', '--file', 'compose.yaml', 'config', '--quiet']),
    run('alert rules', ['promtool', 'check', 'rules', 'deploy/prometheus-alerts.yaml']),
    run('Caddyfile', ['caddy', 'adapt', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']),
  ]
}

function tool(what: string, program: string, args: readonly string[], cwd: string): ToolResult {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, HOME: join(cwd, 'home') },
  })
  if (error) return { what: `${what} (${program})`, passed: null, output: '' }
  return { what: `${what} (${program})`, passed: status === 0, output: stdout + stderr }
}
