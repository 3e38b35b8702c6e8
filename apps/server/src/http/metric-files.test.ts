import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openDatabase } from '../db/open-database.ts'
import { ReadReplica } from '../db/read-replica.ts'
import { scheduledJobs } from '../features/jobs/scheduled.job.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { createTestApp } from '../testing/test-app.ts'

/* The alerts and the dashboard in deploy/ name metrics that there are. */

const deploy = join(import.meta.dirname, '../../../../deploy')
const read = (file: string) => readFileSync(join(deploy, file), 'utf8')
const token = 'metrics-token-of-tests'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly action: string }
}
const rules = parse(read('prometheus-alerts.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
) as Rule[]
const panels = JSON.parse(read('grafana-dashboard.json')).panels as {
  title: string
  targets?: { expr: string }[]
}[]
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))

/** Names in a query, without functions, labels and what is quoted. */
function metricsOf(query: string): string[] {
  const bare = query
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\b\w+\s*\(/g, '(')
  return [...bare.matchAll(/\b[a-z_]\w+\b/g)]
    .map(([name]) => name)
    .filter(name => !['or', 'and'].includes(name))
}

const gone = await openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/gone', dataDir: '', socketDir: '' })
closeAfterFile(() => gone.close())

const served = (async () => {
  const nowhere = await openDatabase({
    databaseUrl: 'postgres://127.0.0.1:1/none',
    dataDir: '',
    socketDir: '',
  })
  const replica = new ReadReplica({ primary: nowhere, replica: nowhere, maxLagMs: 1_000 })
  closeAfterFile(() => replica.close())
  const { app } = await createTestApp({ metricsTokens: [token], replica })
  await app.inject({ url: '/api/CSRF', headers: { host: 'skyward.localhost' } })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return {
    body,
    names: new Set(
      types.flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
      ),
    ),
  }
})()

test.each([...rules.map(({ alert, expr }) => [alert, expr] as const), ...queries])(
  '%s: %s',
  async (_title, query) => {
    const { names } = await served
    // `up` is Prometheus's own.
    const used = metricsOf(query).filter(name => name !== 'up')
    expect(used.filter(name => !names.has(name))).toEqual([])
    expect(query.startsWith('up{') || used.length > 0).toBe(true)
  },
)

test('a metric that is not there is found', () => {
  expect(
    metricsOf('histogram_quantile(0.9, sum by (le) (rate(gone_bucket{a="b"}[5m]))) > max(other)'),
  ).toEqual(['gone_bucket', 'other'])
})

test('every metric of the product is on the dashboard or in an alert', async () => {
  const { body } = await served
  const own = [...body.matchAll(/^# TYPE (\w+) /gm)]
    .map(([, name]) => name!)
    .filter(name => !/^(process|nodejs)_/.test(name))
  const text = [...rules.map(({ expr }) => expr), ...queries.map(([, query]) => query)].join('\n')
  expect(own.filter(name => !text.includes(name))).toEqual([])
})

test('every alert says how urgent it is, what is wrong and what to do', () => {
  expect(new Set(rules.map(({ labels }) => labels.severity))).toEqual(new Set(['page', 'warn']))
  for (const { alert, annotations } of rules) {
    expect([alert, annotations.summary.length > 10, annotations.action.length > 10]).toEqual([
      alert,
      true,
      true,
    ])
    for (const [, command] of annotations.action.matchAll(/npm run ([\w-]+)/g))
      expect(JSON.parse(readFileSync(join(deploy, '../package.json'), 'utf8')).scripts).toHaveProperty(
        command!,
      )
  }
})

test('each scheduled job is reported, overdue or not', async () => {
  const { body } = await served
  for (const { name } of scheduledJobs) expect(body).toContain(`job_overdue_seconds{job="${name}"}`)
})

test('no database -> no value, rather than a wrong one', async () => {
  const { app } = await createTestApp({ metricsTokens: [token], db: gone.db })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  expect(body).not.toMatch(/^inbox_events/m)
  expect(body).toMatch(/^db_pool_waiting 0/m)
})
