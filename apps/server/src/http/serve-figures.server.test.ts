import { days, minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase } from '../db/open-database.ts'
import { mailDueReports } from '../features/console-insight/report-mails.service.ts'
import {
  consoleClient,
  newConsoleStaff,
  sendTo,
  signedInToConsole,
} from '../testing/access/console-for-test.ts'
import { newServerDatabase } from '../testing/databases/server-database.ts'
import { newMember } from '../testing/factories.ts'
import { longTest } from '../testing/long-test.ts'
import { createTestApp } from '../testing/test-app.ts'

const server = await newServerDatabase()
const database = await openDatabase({ databaseUrl: server.databaseUrl, dataDir: '', socketDir: '' })
const { db, longDb } = database
const app = await createTestApp({ longDb }, { ownDatabase: database })
const partner = app.newPartner()
await newMember(app, partner, { joinedAt: new Date('2026-03-05T12:00:00Z') })
await limitEachConnection(db, '200ms')

/** The pool has ten: each is held until all have their limit. */
async function limitEachConnection(db: Db, limit: string): Promise<void> {
  const held = Promise.withResolvers<void>()
  let count = 0
  await Promise.all(
    Array.from({ length: 10 }, () =>
      db.connection().execute(async connection => {
        await sql`select set_config('statement_timeout', ${limit}, false)`.execute(connection)
        if (++count === 10) held.resolve()
        await held.promise
      }),
    ),
  )
}

/** Whatever reads members waits. @returns it ends that */
async function holdMembers(): Promise<() => Promise<void>> {
  const other = await server.open()
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = other.db.transaction().execute(async trx => {
    await sql`lock table members in access exclusive mode`.execute(trx)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  const release = async () => {
    released.resolve()
    await holding
  }
  onTestFinished(release)
  return release
}

const insight = `/api/Console/Insight?partner=${partner.slug}&from=2026-03-01&to=2026-03-31`

test(
  'figures past the time of a request -> read on, for the one who asks again, with their moment',
  longTest,
  async () => {
    const [viewer, other] = [await consoleClient(app, 'viewer'), await consoleClient(app, 'viewer')]
    const release = await holdMembers()
    const first = await viewer.get(insight)
    expect([first.statusCode, first.json().code, first.headers['retry-after']]).toEqual([
      202,
      'being_counted',
      '1',
    ])
    app.clock.advance(minutes(1))
    await release()
    const second = await viewer.get(insight)
    expect([second.statusCode, second.json().asOf]).toEqual([200, '2026-03-10T18:00:00.000Z'])
    expect(second.json().programs[0].now).toMatchObject({ members: 1, newMembers: 1 })
    // Another one, and the same one later, read by themselves.
    for (const reader of [other, viewer]) expect((await reader.get(insight)).json().asOf).toBeNull()
  },
)

test('three at once past their time, on two connections -> the third waits for them', longTest, async () => {
  const viewers = await Promise.all([1, 2, 3].map(() => consoleClient(app, 'viewer')))
  const release = await holdMembers()
  const ask = () => Promise.all(viewers.map(viewer => viewer.get(insight)))
  expect((await ask()).map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  // It would have given up after five seconds.
  expect((await ask()).map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  await release()
  expect((await ask()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('a report by mail past the time of a request -> the job makes it', async () => {
  const { id, email } = await newConsoleStaff(app, 'viewer', partner.slug)
  const client = await signedInToConsole(app, id)
  const query = { measures: 'joined', by: 'month', period: 'this_month', partner: partner.slug }
  const path = '/api/Console/Insight/SavedReports'
  const saved = await sendTo(client, 'POST', path, { name: 'New', query, sharedWith: partner.slug })
  const release = await holdMembers()
  const asked = { rhythm: 'daily', timeZone: 'America/New_York' }
  expect((await sendTo(client, 'PUT', `${path}/${saved.json().id}/Mail`, asked)).statusCode).toBe(200)
  app.clock.advance(days(1))
  const mailing = mailDueReports({
    ...app.context(partner),
    longDb,
    partners: app.partners,
    actor: { kind: 'system', name: 'report-mails' },
  })
  // It would have ended, had it the time of a request.
  await new Promise(resolve => setTimeout(resolve, 400))
  await release()
  expect(await mailing).toBe(1)
  const mails = await db.selectFrom('outgoingMails').selectAll().where('recipient', '=', email).execute()
  expect(mails).toMatchObject([{ subject: expect.stringContaining('New') }])
})
