import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessages } from '@dineward/core/shared/errors.ts'
import {
  eventOfRefusal,
  kindOf,
  type SecurityEvent,
  securityEvents,
} from '@dineward/core/shared/security-events.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

/* The list of events is closed: docs/security.md, the alerts and what is answered name the same ones. */

const root = join(import.meta.dirname, '../../../../..')
const events = Object.keys(securityEvents) as SecurityEvent[]

/** The row is in docs/security.md. */
function rowOf(event: SecurityEvent): string {
  const { about, reasons, alert } = kindOf(event)
  const outcomes = Object.entries(reasons).map(
    ([outcome, codes]) => `${outcome}: ${codes.map(code => `\`${code}\``).join(', ')}`,
  )
  return `| \`${event}\` | ${about} | ${outcomes.join('; ')} | ${alert ? `\`${alert}\`` : 'none'} |`
}

describe('docs/security.md', () => {
  test('lists each event with its reasons and its alert, and no other', () => {
    const [, section = ''] = readFileSync(join(root, 'docs/security.md'), 'utf8').split(
      '\n## Security events\n',
    )
    const rows = section
      .split('\n## ')[0]!
      .split('\n')
      .filter(line => line.startsWith('| `'))
    expect(rows).toEqual(events.map(rowOf))
  })
})

describe('deploy/prometheus-alerts.yaml', () => {
  const { groups } = parse(readFileSync(join(root, 'deploy/prometheus-alerts.yaml'), 'utf8')) as {
    groups: { name: string; rules: { alert: string; expr: string }[] }[]
  }
  const rules = groups.find(({ name }) => name === 'dineward-security')?.rules ?? []

  test('has the alerts that the list names, and no other', () => {
    const named = events.flatMap(event => kindOf(event).alert ?? [])
    expect(rules.map(({ alert }) => alert).sort()).toEqual(named.sort())
  })

  test.each(rules)(
    '$alert: counts the event that names it, with an outcome that it has',
    ({ alert, expr }) => {
      const [, event, outcome] = /event="(\w+)",outcome="(\w+)"/.exec(expr) ?? []
      const kind = kindOf(event as SecurityEvent)
      expect(kind.alert).toBe(alert)
      expect(Object.keys(kind.reasons)).toContain(outcome)
    },
  )
})

describe('refusals', () => {
  test.each([
    ['invalid_credentials', 'sign_in', 'sign_in'],
    ['invalid_credentials', 'staff_sign_in', 'staff_sign_in'],
    ['invalid_credentials', undefined, 'reauthentication'],
    ['second_factor_required', 'staff_sign_in', 'staff_sign_in'],
    ['rate_limited', 'sign_in', 'limit'],
    ['not_found', 'sign_in', null],
  ] as const)('%s where %s is declared -> %s', (reason, declared, event) => {
    expect(eventOfRefusal(reason, declared)).toBe(event)
  })

  test('each code of an error that refuses who someone is, or what they may, is an event', () => {
    const codes = Object.keys(errorMessages).filter(code =>
      /unauthorized|forbidden|credentials|csrf|cross_site|signature|factor|locked|rate_limited|bot_check|_link_|recovery|passkey_invalid|internal/.test(
        code,
      ),
    )
    const without = codes.filter(code => eventOfRefusal(code, undefined) === null)
    // A call without a session is no refusal of one.
    expect(without).toEqual(['unauthorized'])
  })

  test('events have reasons, and none of them twice', () => {
    for (const event of events) {
      const reasons = Object.values(kindOf(event).reasons).flat()
      expect([event, reasons.length > 0, new Set(reasons).size]).toEqual([event, true, reasons.length])
    }
  })
})
