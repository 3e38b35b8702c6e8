import { describe, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { setSetting } from '../partner/settings.service.ts'

const app = await createTestApp()
const { db } = app.database

const auditOf = (client: TestClient, query: string) => client.get(`/api/Console/Audit?${query}`)

describe('audit log', () => {
  const change = async (slug: string, subject: string, at = app.clock.now()) =>
    db
      .insertInto('auditLog')
      .values({
        at,
        partnerId: slug === '' ? null : slug,
        actorKind: 'staff',
        actor: 'ada@dineward.example',
        action: 'setting.set',
        subject,
        before: JSON.stringify(1),
        after: JSON.stringify({ cents: 2 }),
        reason: '=cmd',
      })
      .execute()

  test('staff of one program -> its entries only; of all programs -> also those of none', async () => {
    const [mine, other] = [app.newPartner().slug, app.newPartner().slug]
    const subject = crypto.randomUUID()
    for (const slug of [mine, other, '']) await change(slug, subject)
    const partnersSeen = async (client: TestClient, query = '') =>
      (await auditOf(client, `subject=${subject}${query}`))
        .json()
        .items.map(({ partner }: { partner: string | null }) => partner)
    const local = await consoleClient(app, 'finance', mine)
    const all = await consoleClient(app, 'admin')
    expect(await partnersSeen(local)).toEqual([mine])
    expect((await auditOf(local, `subject=${subject}&partner=${other}`)).statusCode).toBe(404)
    expect(await partnersSeen(all)).toEqual([null, other, mine])
    expect(await partnersSeen(all, `&partner=${other}`)).toEqual([other])
  })

  test('by actor, action, subject and time, with before, after and reason', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const at = app.clock.now()
    await change(slug, 'maxLinkedCards', at)
    const count = async (query: string) => (await auditOf(client, query)).json().items.length
    const later = encodeURIComponent(new Date(at.getTime() + 1).toISOString())
    expect(await count('action=setting.set&actor=ada@dineward.example&subject=maxLinkedCards')).toBe(1)
    for (const none of ['action=setting.unset', 'actor=eve', 'subject=x', `from=${later}`])
      expect(await count(none)).toBe(0)
    expect(await count(`from=${encodeURIComponent(at.toISOString())}&to=${later}`)).toBe(1)
    expect((await auditOf(client, 'action=setting.set')).json().items[0]).toMatchObject({
      before: 1,
      after: { cents: 2 },
      reason: '=cmd',
    })
    expect((await auditOf(client, 'from=yesterday')).statusCode).toBe(400)
    expect((await client.get('/api/Console/Audit/Actions')).json().items).toContain('setting.set')
  })

  test('more than a page -> the next one goes on where it ended', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    for (let count = 0; count < 203; count++) await change(slug, `s${count}`)
    const first = (await auditOf(client, '')).json()
    const second = (await auditOf(client, `after=${first.next}`)).json()
    expect([first.items.length, second.items.length, second.next]).toEqual([200, 3, null])
    expect(second.items.at(-1).subject).toBe('s0')
  })

  test('file -> CSV without formulas', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    await change(slug, '=HYPERLINK("x")')
    const response = await client.get('/api/Console/Audit/File')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [header, line] = response.body.split('\r\n')
    expect(header).toBe('\ufeffat,program,kind,actor,action,subject,before,after,reason,client,session')
    expect(line).toContain(`"'=HYPERLINK(""x"")"`)
    expect(line).toContain("'=cmd")
  })

  test('what a service records -> listed', async () => {
    const partner = app.newPartner()
    const values = { partnerId: partner.slug, settings: '{"hostNames":[]}', updatedAt: app.clock.now() }
    await db.insertInto('partnerOverrides').values(values).execute()
    const actor = { kind: 'system', name: 'ada' } as const
    await setSetting({ ...app, db, actor }, { partner, path: 'maxLinkedCards', value: 3 })
    const client = await consoleClient(app, 'admin', partner.slug)
    expect((await auditOf(client, '')).json().items).toMatchObject([
      { action: 'setting.set', subject: 'maxLinkedCards', after: 3 },
    ])
  })
})
