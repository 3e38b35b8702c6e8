import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Reader, Variable } from '../apps/server/src/env/env-values.ts'
import { variables } from '../apps/server/src/env/env-variables.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const table: Readonly<Record<string, Variable>> = variables
const proxyVariables = ['SITES', 'CARD_SITE', 'WEB', 'CARD_FRAME']
const commonVariables = [...read('deploy/dineward.env.example').matchAll(/^([A-Z_]+)=/gm)].map(
  ([, name]) => name!,
)

describe('Containerfile', () => {
  const text = read('Containerfile')
  const instructions = DockerfileParser.parse(text).getInstructions()
  const argumentsOf = (keyword: string, from = 0) =>
    instructions
      .slice(from)
      .flatMap(each => (each.getKeyword() === keyword ? [each.getArgumentsContent() ?? ''] : []))
  const lastStage = instructions.findLastIndex(each => each.getKeyword() === 'FROM')

  test('has no problem that a linter knows', () => {
    expect(validate(text)).toEqual([])
    expect(validate('FROM node\nCPY . .\n')).not.toEqual([])
  })

  test('Node is the one that the project pins', () => {
    const { version } = JSON.parse(read('package-lock.json')).packages['node_modules/node']
    const images = argumentsOf('FROM').filter(image => image.startsWith('node:'))
    expect(images.length).toBeGreaterThan(1)
    for (const image of images) expect(image).toMatch(`node:${version}-`)
  })

  test('runs without root, with a health check, without the demo', () => {
    expect(argumentsOf('USER', lastStage).at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(argumentsOf('HEALTHCHECK', lastStage)).toHaveLength(1)
    expect(argumentsOf('COPY', lastStage).filter(paths => /demo|e2e|bench|^\. /.test(paths))).toEqual([])
  })

  test('every workspace is there when packages are installed', () => {
    const { workspaces } = JSON.parse(read('package.json'))
    for (const workspace of workspaces)
      expect(text).toContain(`COPY ${workspace}/package.json ${workspace}/\n`)
  })

  test('its context has no tests, secrets and builds of this machine', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.*', 'deploy', '**/*.test.ts', '**/dist', '**/node_modules']),
    )
  })
})

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly command?: readonly string[]
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true })
  const services = compose.services as Readonly<Record<string, Service>>
  const ours = Object.entries(services).filter(([, { read_only }]) => read_only)

  test('migrations first; three web processes, two workers, the card frame', () => {
    const roles = ours.map(
      ([name, { environment = {}, command }]) => environment.ROLE ?? command?.at(-1) ?? name,
    )
    expect(roles).toEqual(['migrate', 'web', 'web', 'web', 'worker', 'worker', 'apps/card-frame/src/main.ts'])
    for (const [, service] of ours) expect(service.cap_drop).toEqual(['ALL'])
  })

  test.each(ours)(
    '%s: variables are declared, and those that production needs are there',
    (_name, service) => {
      const { environment = {}, secrets = [] } = service
      expectComplete(
        [...Object.keys(environment), ...commonVariables],
        readerOf(`ROLE:${environment.ROLE} ${service.command?.join(' ')}`),
      )
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
      expect(files.map(([, file]) => file.replace('/run/secrets/', '')).sort()).toEqual([...secrets].sort())
      for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret)
    },
  )
})

describe('systemd', () => {
  const units = readdirSync(join(root, 'deploy/systemd')).map(
    file => [file, read(`deploy/systemd/${file}`)] as const,
  )

  test.each(units)('%s: variables are declared, and those that production needs are there', (_file, unit) => {
    const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' '))
    expectComplete([...set.map(pair => pair.split('=')[0]!), ...commonVariables], readerOf(unit))
    const credentials = [...unit.matchAll(/^LoadCredential=(\w+):\/etc\/dineward\/secrets\/\1$/gm)].map(
      ([, name]) => name,
    )
    const files = set.flatMap(pair => /_FILE=%d\/(\w+)$/.exec(pair)?.[1] ?? [])
    expect(files).toEqual(credentials)
    const [, program] = /^ExecStart=\S+ (\S+)/m.exec(unit)!
    expect(existsSync(join(root, program!))).toBe(true)
  })
})

describe('logs of the proxies: neither queries nor headers, addresses or bodies', () => {
  test('nginx writes one format of its own, and errors of least detail', () => {
    const text = read('deploy/nginx.conf')
    expect(text.match(/access_log .*/g)).toEqual(
      Array(text.match(/^server \{/gm)!.length).fill('access_log /var/log/nginx/dineward.log dineward;'),
    )
    expect(text.match(/error_log .*/g)).toEqual(['error_log /var/log/nginx/dineward-error.log crit;'])
    const [, format] = /log_format dineward '(.+)';/.exec(text)!
    expect(format).toBe(
      '$time_iso8601 $host $request_method $logged_path $status $request_time $upstream_addr',
    )
    // It is without the query, unlike $request_uri.
    expect(text).toContain('map $uri $logged_path {')
  })

  test('Caddy leaves out what it would write of itself, at every site', () => {
    const [options, headers, ...sites] = read('deploy/Caddyfile').split(/^(?=\S.* \{$)/m)
    expect([options, headers]).toEqual([expect.any(String), expect.stringMatching(/^\(headers\) \{/)])
    for (const site of sites) expect(site).toContain('\timport headers\n')
    const fields = [...headers!.matchAll(/^\t{4}(\w\S+ \w+)/gm)].map(([, field]) => field)
    expect(fields).toEqual([
      'request>remote_ip delete',
      'request>client_ip delete',
      'request>uri regexp',
      'request>headers delete',
      'resp_headers delete',
    ])
  })

  test('HAProxy writes one format of its own', () => {
    const text = read('deploy/haproxy.cfg')
    expect(text.match(/^\s*(?:log-format|option \w*log|http-request capture|capture).*/gm)).toEqual([
      '    log-format "%tr %HM %[var(txn.path)] %ST %Ta %s %tsc"',
    ])
    expect(text).toContain("http-request set-var(txn.path) path,'regsub(")
  })
})

test('secrets: generated once, closed to others; what cannot be generated is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dw-secrets-'))
  const run = () =>
    execFileSync(process.execPath, [join(root, 'scripts/make-secrets.ts'), join(folder, 'own')], {
      encoding: 'utf8',
    })
  expect(run()).toMatch(
    /written .*app_secret\n(?:.|\n)*missing .*smtp_url(?:.|\n)*missing .*fidel_webhook_secret/,
  )
  const help = spawnSync(process.execPath, [join(root, 'scripts/make-secrets.ts'), '--help'], { cwd: folder })
  expect(String(help.stderr)).toContain('npm run secrets -- [FOLDER]')
  expect(existsSync(join(folder, '--help'))).toBe(false)
  const secret = readFileSync(join(folder, 'own/app_secret'), 'utf8')
  expect(statSync(join(folder, 'own')).mode & 0o777).toBe(0o700)
  expect(run()).toContain('kept')
  expect(readFileSync(join(folder, 'own/app_secret'), 'utf8')).toBe(secret)
  const { secrets } = parse(read('compose.yaml'), { merge: true })
  const named = [...read('scripts/make-secrets.ts').matchAll(/^ {2}'?([a-z_]+)'?[:,]/gm)].map(
    ([, name]) => name,
  )
  expect([...named, 'database_url', 'database_owner_url'].sort()).toEqual(Object.keys(secrets).sort())
  rmSync(folder, { recursive: true })
})

/** The reader follows from the environment and the command of a process. */
function readerOf(text: string): Reader {
  if (text.includes('apps/card-frame/')) return 'card frame'
  if (/\bmigrate$/m.test(text)) return 'migration'
  return /\bROLE[=:]worker\b/.test(text) ? 'worker' : 'web'
}

const isNeededBy: Readonly<Record<Reader, (name: string, variable: Variable) => boolean>> = {
  web: (_name, { required, reader, secret }) =>
    Boolean(required && !reader && (secret?.includes('web') ?? true)),
  worker: (_name, { required, reader, secret }) =>
    Boolean(required && !reader && (secret?.includes('worker') ?? true)),
  'card frame': (name, { secret }) =>
    ['CARD_FRAME_URL', 'ALLOWED_PARENTS'].includes(name) || Boolean(secret?.includes('card frame')),
  migration: (_name, { secret }) => Boolean(secret?.includes('migration')),
  restore: () => false,
}

/** All that it needs, and no secret that it does not read. */
function expectComplete(names: readonly string[], reader: Reader): void {
  const declared = names.map(name => (name in table ? name : name.replace(/_FILE$/, '')))
  expect(declared.filter(name => !(name in table) && !proxyVariables.includes(name))).toEqual([])
  for (const [index, name] of declared.entries())
    if (names[index] !== name) expect([name, table[name]?.secret !== undefined]).toEqual([name, true])
  const unread = declared.filter(name => table[name]?.secret?.includes(reader) === false)
  expect(unread).toEqual([])
  const needed = Object.entries(table).flatMap(([name, variable]) =>
    isNeededBy[reader](name, variable) ? [name] : [],
  )
  expect(needed.filter(name => !declared.includes(name))).toEqual([])
}
