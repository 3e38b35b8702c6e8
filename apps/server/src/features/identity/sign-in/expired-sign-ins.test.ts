import { days, minutes } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient } from '../../../testing/test-client.ts'
import { deleteOldRows } from '../../jobs/retention.service.ts'
import { startSession } from '../sessions/sessions.service.ts'

test('sessions, wrong passwords and challenges: deleted once they have expired, what still counts stays', async () => {
  const app = await createTestApp()
  const { database, clock } = app
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  await signedInClient(app, partner, member.id)
  await startSession(app.context(partner), { memberId: member.id, remember: true })
  const stranger = newClient(app, partner)
  await stranger.send('POST', '/api/SignIn', { userName: 'unknown', password: 'wrong' })
  await stranger.send('POST', '/api/SignIn/Passkey/Options')
  const count = async (table: 'sessions' | 'signInFailures' | 'passkeyChallenges') =>
    (await database.db.selectFrom(table).select('partnerId').where('partnerId', '=', partner.slug).execute())
      .length
  const clean = async () => {
    await deleteOldRows({ db: database.db, clock })
    return [await count('sessions'), await count('signInFailures'), await count('passkeyChallenges')]
  }
  expect(await clean()).toEqual([2, 1, 1])
  clock.advance(minutes(6))
  expect(await clean()).toEqual([2, 1, 0])
  clock.advance(minutes(10))
  expect(await clean()).toEqual([1, 1, 0])
  clock.advance(days(1))
  expect(await clean()).toEqual([1, 0, 0])
})
