import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { auditedEntries } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { joinProgramOf } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { ndjson, newId, row } from '../merchant-import/import-for-test.ts'
import { findMerchantForEvent } from '../merchants/merchants.service.ts'
import { databaseUntil, type ImportScene, importScenes } from './restaurant-imports-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const { newScene, preview, show, rowsOf, work } = importScenes(app)
const reason = 'The wrong file'

const call = ({ client }: ImportScene, id: string, verb: string, body: object = {}) =>
  sendApproved(app, client, 'POST', `/api/Console/RestaurantImports/${id}/${verb}`, body)

async function imported(scene: ImportScene, ...rows: unknown[]): Promise<string> {
  const id = await preview(scene, ndjson(...rows))
  await call(scene, id, 'Apply')
  await work()
  expect(await show(scene.client, id)).toMatchObject({ state: 'applied', undoUntil: expect.any(String) })
  return id
}

async function undone(scene: ImportScene, id: string) {
  const { run } = (await call(scene, id, 'Undo', { reason })).json()
  expect(run).toMatchObject({ state: 'undoing', undoUntil: null })
  await work()
  return show(scene.client, id)
}

const onSite = async ({ partner }: ImportScene, id: string) =>
  (await newClient(app, partner).get(`/api/v2/Merchants/${id}`)).json()
const today = '2026-03-10'

async function bookAt({ partner }: ImportScene, merchantId: string): Promise<void> {
  const member = await newMember(app, partner)
  const now = app.clock.now()
  await db
    .insertInto('reservations')
    .values({
      partnerId: partner.slug,
      id: randomUUID(),
      memberId: member.id,
      merchantId,
      tableNo: 1,
      startsAt: new Date(now.getTime() + 86_400_000),
      endsAt: new Date(now.getTime() + 90_000_000),
      partySize: 2,
      confirmationCode: 'ABC123',
      providerBookingId: null,
      bonusAmount: null,
      bonusStatus: null,
      idempotencyKey: merchantId,
      requestHash: '',
      bookedAt: now,
    })
    .execute()
}

test(
  'other terms of a restaurant that takes part -> nothing is written before a second person approves',
  longTest,
  async () => {
    const scene = await newScene()
    const known = newId()
    await imported(scene, row(known, { benefitDays: 'Mon|Tue' }))
    const id = await preview(scene, ndjson(row(known, { benefitDays: 'Sat', name: 'Osteria' }), row(newId())))
    const at = `/api/Console/RestaurantImports/${id}/Apply`
    const asked = await scene.client.send('POST', at)
    await work()
    expect([asked.statusCode, (await show(scene.client, id)).state]).toEqual([202, 'read'])
    const admin = await consoleClient(app, 'admin', scene.partner.slug)
    const { approval } = (await admin.get(`/api/Console/Approvals/${asked.json().approvalId}`)).json()
    expect(approval.lines).toEqual([
      {
        label: expect.stringContaining('benefitDays'),
        before: expect.any(String),
        after: expect.any(String),
      },
    ])
    expect((await call(scene, id, 'Apply')).statusCode).toBe(200)
    await work()
    expect(await show(scene.client, id)).toMatchObject({ state: 'applied', counts: { applied: 2 } })
  },
)

test('undo: what it changed is as it was, what it added leaves', async () => {
  const scene = await newScene()
  const [known, fresh, mid] = [newId(), newId(), newId()]
  const before = row(known, {
    mid,
    benefitDays: 'Mon|Tue',
    hours: 'Mon 17:00-22:00',
    phone: '(415) 555-0100',
  })
  await imported(scene, before)
  const shown = await onSite(scene, known)
  const after = {
    name: 'Osteria',
    mid: `${mid}-2`,
    benefitDays: 'Sat',
    hours: 'Sun 11:00-15:00',
    cuisines: 'Thai',
  }
  const id = await imported(scene, row(known, after), row(fresh, { mid: `${mid}-3` }))
  expect((await onSite(scene, known)).name).toBe('Osteria')

  expect(await undone(scene, id)).toMatchObject({
    state: 'undone',
    progress: 1,
    counts: { applied: 2, undone: 2, kept: 0 },
  })
  expect(await onSite(scene, known)).toEqual(shown)
  expect(await onSite(scene, fresh)).toMatchObject({ leftOn: expect.any(String) })
  const { partner } = scene
  const ofMid = async (which: string) =>
    (await findMerchantForEvent({ db, partner }, { mid: which, localDate: today }))?.id ?? null
  expect(await Promise.all([mid, `${mid}-2`, `${mid}-3`].map(ofMid))).toEqual([known, null, null])
  expect((await auditedEntries(app, id)).at(-1)).toMatchObject({ action: 'import.merchants', reason })
  expect((await call(scene, id, 'Undo', { reason })).statusCode).toBe(409)

  const again = await preview(scene, ndjson(row(known, after), row(fresh, { mid: `${mid}-3` })))
  expect((await rowsOf(scene.client, again)).map(({ outcome }) => outcome)).toEqual(['updated', 'updated'])
})

test('undo: rows that someone changed since, or with a reservation since, are kept and told', async () => {
  const scene = await newScene()
  const [changed, booked, shared, other] = [newId(), newId(), newId(), newId()]
  await imported(scene, row(shared))
  const id = await imported(scene, row(changed), row(booked), row(shared, { name: 'Mine' }), row(other))
  await imported(scene, row(changed, { name: 'Corrected' }))
  await joinProgramOf(app, app.newPartner(), shared)
  await bookAt(scene, booked)

  expect(await undone(scene, id)).toMatchObject({ state: 'undone', counts: { undone: 1, kept: 3 } })
  const rows = await rowsOf(scene.client, id)
  expect(rows.map(({ undo, remark }) => [undo, remark])).toEqual([
    ['kept', 'Not put back: someone changed name since.'],
    ['kept', 'Not put back: it has a dine or a reservation since.'],
    ['kept', 'Not put back: it also takes part in other programs.'],
    ['undone', null],
  ])
  expect(await rowsOf(scene.client, id, '?outcome=kept')).toHaveLength(3)
  expect((await onSite(scene, changed)).name).toBe('Corrected')
  const report = await scene.client.get(`/api/Console/RestaurantImports/${id}/Report`)
  expect(report.body).toContain(`1,added,${changed},Casa ${changed},kept,Not put back`)
})

test('undo: its process ends, stopped, gone on with -> every row once', async () => {
  const scene = await newScene()
  const ids = Array.from({ length: 700 }, () => newId())
  const id = await imported(scene, ...ids.map(each => row(each)))
  await call(scene, id, 'Undo', { reason })
  await expect(work({ db: databaseUntil(db, 1) })).rejects.toThrow('1 of 1 imports failed')
  expect(await show(scene.client, id)).toMatchObject({ progress: 500 / 700, counts: { undone: 500 } })
  expect((await call(scene, id, 'Stop')).json().run.state).toBe('applied')
  expect(await work()).toBe(0)
  expect(await undone(scene, id)).toMatchObject({ state: 'undone', counts: { undone: 700, kept: 0 } })
})

test('undo: after a day, before it is applied, without a reason, by others -> refused', async () => {
  const scene = await newScene()
  const id = await imported(scene, row(newId()))
  expect((await call(scene, id, 'Undo', { reason: '' })).statusCode).toBe(400)
  const stranger = { ...scene, client: await consoleClient(app, 'restaurants', app.newPartner().slug) }
  expect((await call(stranger, id, 'Undo', { reason })).statusCode).toBe(404)
  const support = { ...scene, client: await consoleClient(app, 'support', scene.partner.slug) }
  expect((await call(support, id, 'Undo', { reason })).statusCode).toBe(403)
  const early = await preview(scene, ndjson(row(newId())))
  expect((await call(scene, early, 'Undo', { reason })).statusCode).toBe(409)
  const dayBefore = new Date(app.clock.now().getTime() - 25 * 3_600_000)
  await db
    .updateTable('importRuns')
    .set({ finishedAt: dayBefore })
    .where('partnerId', '=', scene.partner.slug)
    .where('id', '=', id)
    .execute()
  expect((await call(scene, id, 'Undo', { reason })).statusCode).toBe(409)
})
