import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

describe('GET /api/Member', () => {
  test('signed in -> the member, nothing secret', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner, { passwordHash: '$argon2id$secret', tierLevel: 3 })
    const client = await signedInClient(app, partner, member.id)
    const response = await client.get('/api/Member')
    expect(response.json()).toEqual({
      publicId: member.id,
      email: member.email,
      emailConfirmed: true,
      hasLinkedCard: false,
      erasureAt: null,
      emailOptIn: true,
      firstName: 'Ada',
      lastName: 'Moreau',
      address: { address1: '', address2: '', city: '', state: '', zipCode: '10001' },
      phoneNumber: '',
      smsOptIn: false,
      profileVersion: expect.any(String),
      familyId: member.familyId,
      enrollmentSource: null,
      memberNumber: null,
      joinDate: '2025-01-01T00:00:00.000Z',
      tierLevel: 3,
      memberType: 'EnrolledCardMember',
      diningProgress: {
        status: 'Renewing',
        dinesRequired: 11,
        remainingDines: 11,
        dollarsRequired: 0,
        remainingDollars: 0,
        ytdMilesOrDollars: 0,
      },
      activeBonuses: [expect.objectContaining({ code: 'EXPLORE3', bonusStatus: 'Eligible' })],
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('no session -> 401', async () => {
    const response = await newClient(app, app.newPartner()).get('/api/Member')
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'unauthorized', requestId: expect.any(String) })
  })

  test('bonuses, with the eligibility for the new-member bonus', async () => {
    const partner = app.newPartner({
      settings: {
        newMemberBonus: { windowHours: 2160, enrollmentSources: [] },
        bonuses: [
          {
            code: 'WELCOME',
            description: 'Earn {reward} on {minimum spend} or more, {window days} days long',
            reward: { kind: 'fixed', units: 500 },
            forNewMembers: true,
            minimumSpendCents: 3_000,
          },
        ],
      },
    })
    const member = await newMember(app, partner, { joinedAt: new Date('2026-03-07T18:00:00Z') })
    const client = await signedInClient(app, partner, member.id)
    expect((await client.get('/api/Member')).json().activeBonuses).toEqual([
      {
        code: 'WELCOME',
        bonusStatus: 'Eligible',
        createDateUtc: '2026-03-07T18:00:00.000Z',
        description: 'Earn 500 points on $30 or more, 90 days long',
        isNewMemberBonus: true,
        memberIsEligibleForNMB: true,
        expiresAt: '2026-06-05T18:00:00.000Z',
        isUsedUp: false,
      },
    ])
    const longAfter = await newMember(app, partner, { joinedAt: new Date('2025-03-07T18:00:00Z') })
    const late = await signedInClient(app, partner, longAfter.id)
    expect((await late.get('/api/Member')).json().activeBonuses).toEqual([])
  })

  test('one SQL statement', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const statements = await countStatements(() => client.get('/api/Member'))
    expect(statements).toBe(1)
  })
})

/** What the database driver is asked during a call. */
async function countStatements(act: () => Promise<unknown>): Promise<number> {
  const executor = app.database.db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  let statements = 0
  executor.provideConnection = async consumer =>
    provide(async connection => {
      statements++
      return consumer(connection)
    })
  try {
    await act()
  } finally {
    executor.provideConnection = provide
  }
  return statements
}
