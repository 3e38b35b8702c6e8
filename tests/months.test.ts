import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '../scripts/read-imports.ts'

/*
 * Tables with a partition for each month: a file whose statements read one names the month, or docs/scale.md, "Statements
 * that read every month", says why not.
 */

const root = join(import.meta.dirname, '..')
const server = 'apps/server/src/'
/** The table, as SQL or Kysely names it, and how a statement says the month. */
const tables = {
  card_events: [
    /\bcard_events\b|'cardEvents\b/,
    /\breceived_?at (>|<|=)|'receivedAt', '|\.received_at (>|<|=)|key\.receivedAt/i,
  ],
  ledger_entries: [/\b(from|join|into) ledger_entries\b|'ledgerEntries\b/, /counts_at|accountedAt/],
  audit_log: [/\b(from|join) audit_log\b|'auditLog\b/, /'at', '[<>]/],
  tracking_events: [/\bfrom tracking_events\b|'trackingEvents'|table: 'tracking_events'/, /received_?at/i],
} as const

const [, section = ''] = readFileSync(join(root, 'docs/scale.md'), 'utf8').split(
  '## Statements that read every month',
)
const listed = [...section.matchAll(/^\| (`.+?) \| (`.+?) \|/gm)].flatMap(([, files, names]) =>
  [...files!.matchAll(/`([^`]+)`/g)].flatMap(([, file]) =>
    [...names!.matchAll(/`([^`]+)`/g)].map(([, table]) => `${file} ${table}`),
  ),
)
const written = sources.filter(
  file => file.startsWith(server) && !/\.test\.ts$|-for-test\.ts$|\/testing\/|\.tables\.ts$/.test(file),
)

test.each(Object.entries(tables))(
  'statements of %s -> name the month, or are listed',
  (table, [reads, names]) => {
    const without = written.filter(file => {
      const text = readFileSync(join(root, file), 'utf8')
      return (
        reads.test(text) && !names.test(text) && !listed.includes(`${file.slice(server.length)} ${table}`)
      )
    })
    // It only inserts.
    expect(without.filter(file => !file.endsWith('tracking.repository.ts'))).toEqual([])
  },
)

test('what is listed reads the table', () => {
  for (const line of listed) {
    const [file = '', table = ''] = line.split(' ')
    const text = readFileSync(join(root, server, file), 'utf8')
    expect(text, line).toMatch(
      new RegExp(`${table}|${table.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}`),
    )
  }
})
