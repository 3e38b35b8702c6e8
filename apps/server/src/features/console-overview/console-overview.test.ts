import { days, minutes } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newOpenClaim } from '../../testing/access/console-support-scene.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { askForAdjustment } from '../approvals/approvals-for-test.ts'
import { runJobNow } from '../jobs/run-job.service.ts'
import { newPayoutOf } from '../payouts/payouts-for-test.ts'

// A failed job is of all programs.
const app = await createTestApp({}, { ownDatabase: true })

test('each role -> what it may see, of its own programs', async () => {
  const partner = app.newPartner({ like: 'harbor' })
  const { id: memberId } = await newMember(app, partner)
  await newPayoutOf(app, { partner, memberId }, 'error')
  await askForAdjustment(app, { partner, memberId })
  const runPayouts = (run: () => Promise<string>) =>
    runJobNow(
      { ...app.context(partner), partners: app.partners, database: app.database },
      { name: 'payouts', schedule: '* * * * *', run },
      { atMostMs: minutes(1) },
    )
  await runPayouts(() => Promise.reject(new Error('1 failed')))

  const kindsOf = async (role: string, slug?: string) => {
    const { items } = (await (await consoleClient(app, role, slug)).get('/api/Console/Overview')).json()
    return items.map(({ kind }: { kind: string }) => kind).sort()
  }
  expect(await kindsOf('admin')).toEqual(['failed_jobs', 'overdue_payouts', 'waiting_approvals'])
  expect(await kindsOf('admin', partner.slug)).toEqual(['overdue_payouts', 'waiting_approvals'])
  expect(await kindsOf('finance', partner.slug)).toEqual(['overdue_payouts', 'waiting_approvals'])
  expect(await kindsOf('viewer')).toEqual(['failed_jobs', 'overdue_payouts'])
  expect(await kindsOf('support')).toEqual([])
  expect(await kindsOf('admin', app.newPartner().slug)).toEqual([])

  const { findings } = (await (await consoleClient(app, 'admin')).get('/api/Console/System/Health')).json()
  const says = 'payouts failed: 1 failed.'
  expect(findings).toContainEqual({ check: 'jobs', ok: false, says, subject: 'jobs', job: 'payouts' })

  // Its next run went well.
  await runPayouts(async () => 'done')
  expect(await kindsOf('viewer')).toEqual(['overdue_payouts'])
})

test('what waits -> with when it is due: by what was promised to members, else by the kind', async () => {
  const partner = app.newPartner({ like: 'harbor' })
  const { id: memberId } = await newMember(app, partner)
  const now = app.clock.now()
  await askForAdjustment(app, { partner, memberId })
  await newOpenClaim({ test: app, partner, memberId }, { nextBy: '2026-03-15' })
  const client = await consoleClient(app, 'admin', partner.slug)
  const { items } = (await client.get('/api/Console/Overview')).json()
  const dueOf = (kind: string) => items.find((item: { kind: string }) => item.kind === kind)?.dueAt
  expect(dueOf('waiting_approvals')).toBe(new Date(now.getTime() + days(1)).toISOString())
  expect(dueOf('open_claims')).toBe('2026-03-16T00:00:00.000Z')
})

test('a request about all programs -> counted for who decides in all of them, and for no one else', async () => {
  const partner = app.newPartner({ like: 'harbor' })
  const kindsOf = async (role: string, slug?: string) => {
    const { items } = (await (await consoleClient(app, role, slug)).get('/api/Console/Overview')).json()
    return items.filter(
      ({ kind, partner }: { kind: string; partner: string | null }) =>
        kind === 'waiting_approvals' && partner === null,
    )
  }
  const before = (await kindsOf('admin')).length
  const body = {
    email: `${partner.slug}@all.example`,
    name: 'Ida Lind',
    roles: [{ role: 'finance', partner: null }],
  }
  const asked = await (await consoleClient(app, 'admin')).send('POST', '/api/Console/Staff/Invite', body)
  expect(asked.statusCode, asked.body).toBe(202)
  expect([before, await kindsOf('admin')]).toMatchObject([0, [{ count: 1 }]])
  expect(await kindsOf('finance')).toEqual([])
  expect(await kindsOf('admin', partner.slug)).toEqual([])
})
