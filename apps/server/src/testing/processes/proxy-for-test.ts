import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProgram } from './child-process.ts'

export interface ProxySetup {
  /** These are ports of this machine. */
  readonly http: number
  readonly https: number
  readonly web: readonly number[]
  /** Path of the card frame's socket. */
  readonly cards: string
  readonly site: string
  readonly cardSite: string
}

export type ProxyName = 'nginx' | 'caddy'

const deploy = fileURLToPath(new URL('../../../../../deploy/', import.meta.url))

/** A proxy with the example in `deploy/`, in which addresses and certificates are replaced. Ended after the file's tests. */
export async function startProxy(name: ProxyName, setup: ProxySetup): Promise<{ log(): string }> {
  const folder = mkdtempSync(join(tmpdir(), `dw-${name}-`))
  const { args, env } = prepare[name](folder, setup)
  const proxy = startProgram(name, args, { folder, env })
  while (!(await isOpen(setup.https))) {
    const { exitCode } = proxy.process
    if (exitCode !== null) throw new Error(`${name} ended with ${exitCode}: ${proxy.said()}`)
    await sleep(50)
  }
  const files = () => readdirSync(folder).filter(file => file.endsWith('.log'))
  return { log: () => proxy.said() + files().map(file => readFileSync(join(folder, file), 'utf8')) }
}

interface Program {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const prepare: Record<ProxyName, (folder: string, setup: ProxySetup) => Program> = {
  nginx(folder, { http, https, web, cards, site, cardSite }) {
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      'privkey.pem',
    ]
    execFileSync('openssl', ['req', '-x509', ...key, '-out', 'fullchain.pem', '-subj', `/CN=${site}`], {
      cwd: folder,
      stdio: 'ignore',
    })
    const ports: Record<string, number | undefined> = { 3000: web[0], 3010: web[1], 3020: web[2] }
    const example = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replaceAll(/127\.0\.0\.1:(\d+)/g, (_, port: string) => `127.0.0.1:${ports[port]}`)
      .replaceAll('/run/dineward-cards/http.sock', cards)
      .replaceAll('listen 80', `listen 127.0.0.1:${http}`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${https} `)
      .replaceAll('dining.example.com', site)
      .replaceAll('cards.example.com', cardSite)
      .replaceAll('/etc/dineward/tls/', `${folder}/`)
      .replaceAll('/var/log/nginx/', `${folder}/`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      kind => `${kind}_temp_path ${folder}/${kind};`,
    )
    const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
      ${process.getuid?.() === 0 ? 'user root;' : ''} events {} http { ${temporary.join(' ')} ${example} }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    return {
      args: ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
      env: {},
    }
  },
  caddy(folder, { http, https, web, cards, site, cardSite }) {
    const options = `
      admin off
      http_port ${http}
      https_port ${https}
      local_certs
      skip_install_trust
      storage file_system ${folder}\n`
    const example = readFileSync(join(deploy, 'Caddyfile'), 'utf8')
    writeFileSync(join(folder, 'Caddyfile'), example.replace(/^\{$/m, `$&${options}`))
    return {
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: {
        HOME: folder,
        SITES: site,
        CARD_SITE: cardSite,
        WEB: web.map(port => `127.0.0.1:${port}`).join(' '),
        CARD_FRAME: `unix/${cards}`,
      },
    }
  },
}

export function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
}
