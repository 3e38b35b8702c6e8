import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureProgram } from '../../apps/server/src/testing/processes/debian-program.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { metricsToken } from '../faults/fault-load.ts'
import type { Outcome } from '../faults/fault-repair.ts'
import type { Fleet } from './fleet.ts'
import { type Scene, until } from './fleet-scene.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
/** It covers what is scraped once a second. */
const window = '10s'

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
interface Target {
  readonly health: string
  readonly labels: { readonly role?: string }
}
interface Rule {
  readonly name: string
  readonly health: string
  readonly state: string
  readonly lastError?: string
}

/** Prometheus with the files of `deploy/` watches the five processes under load: every panel and alert has its values. */
export async function watched({ fleet }: Scene): Promise<Outcome> {
  if (!ensureProgram('prometheus')) return { notes: '', problems: ['prometheus is not installed'] }
  const port = await freePort()
  const file = writeConfiguration(fleet)
  const options = [
    `--storage.tsdb.path=${join(fleet.dataDir, 'tsdb')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const prometheus = spawn('prometheus', [`--config.file=${file}`, ...options], { stdio: 'ignore' })
  const api = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const { status, data, error } = (await answer.json()) as { status: string; data: T; error?: string }
    if (status !== 'success') throw new Error(error)
    return data
  }
  try {
    const targets = await scrapedTargets(api, fleet.members.length)
    // Rates need two scrapes.
    await sleep(15_000)
    const panels = (
      JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] }
    ).panels
    const queries = panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    )
    const problems: string[] = []
    for (const [title, expr] of queries) problems.push(...(await problemOf(api, title, expr)))
    const { groups } = await api<{ groups: { rules: Rule[] }[] }>('rules')
    const rules = groups.flatMap(group => group.rules)
    problems.push(
      ...rules
        .filter(({ health }) => health !== 'ok')
        .map(rule => `${rule.name}: ${rule.lastError ?? rule.health}`),
      ...(targets === null ? ['not every process was scraped'] : []),
      ...(rules.length > 0 ? [] : ['no rules']),
    )
    const pending = rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name)
    return {
      notes: `${queries.length} queries of the dashboard and ${rules.length} alerts evaluated, active: ${pending.join(', ') || 'none'}`,
      problems,
    }
  } finally {
    prometheus.kill('SIGKILL')
  }
}

/** It writes `deploy/prometheus.yaml` with other addresses, and asks once a second. */
function writeConfiguration({ dataDir, members }: Fleet): string {
  const folder = join(dataDir, 'prometheus')
  mkdirSync(folder)
  const token = join(folder, 'token')
  writeFileSync(token, metricsToken)
  const addresses = (role: string) =>
    `[${members
      .filter(member => member.role === role)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(', ')}]`
  const given = readFileSync(join(deploy, 'prometheus.yaml'), 'utf8')
  const text = given
    .replace('/etc/dineward/secrets/metrics_token', token)
    .replace(/\[127\S*:3000,.*\]/, addresses('web'))
    .replace(/\[127\S*:3030,.*\]/, addresses('worker'))
    .replace('prometheus-alerts.yaml', join(deploy, 'prometheus-alerts.yaml'))
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, `global: { scrape_interval: 1s, evaluation_interval: 2s }\n${text}`)
  return file
}

type Api = <T>(path: string) => Promise<T>

/** @returns null where they are not all scraped within half a minute. */
function scrapedTargets(api: Api, count: number): Promise<number | null> {
  return until(async () => {
    const found = await api<{ activeTargets: Target[] }>('targets').catch(() => null)
    const up = found?.activeTargets.filter(({ health, labels }) => health === 'up' && labels.role) ?? []
    if (up.length === count) return true
    await sleep(200)
    return false
  }, 30_000)
}

/** What shows errors or delays only is empty while there are none; these processes have no read replica. */
const mayBeEmpty = (expr: string) => /status=~"5|> 0$|replica_/.test(expr)

async function problemOf(api: Api, title: string, expr: string): Promise<string[]> {
  const query = expr.replaceAll('$__rate_interval', window)
  try {
    const { result } = await api<{ result: unknown[] }>(`query?query=${encodeURIComponent(query)}`)
    return result.length > 0 || mayBeEmpty(expr) ? [] : [`"${title}" is empty: ${query}`]
  } catch (error) {
    return [`"${title}": ${String(error)}`]
  }
}
