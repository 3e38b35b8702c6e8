import type { Partner } from '@dineward/core/partner/partner.ts'
import { describeConsoleMember } from '../../features/console-support/console-members.service.ts'
import type { TestApp } from '../test-app.ts'
import { consoleFinanceCases } from './console-finance-cases.ts'
import { programCases } from './console-programs-cases.ts'
import { consoleRestaurantsCases } from './console-restaurants-cases.ts'
import { accountCases, staffCases } from './console-staff-cases.ts'
import { newAdjustment, newHold, newOpenClaim, newReward } from './console-support-scene.ts'
import { systemCases } from './console-system-cases.ts'

/** What console calls of the access matrix are about: a program with a member and a restaurant. */
export interface ConsoleScene {
  readonly test: TestApp
  readonly partner: Partner
  readonly memberId: string
  readonly memberEmail: string
}

export interface ConsoleCase {
  /** Values of the path's parameters. */
  readonly params?: (scene: ConsoleScene) => Record<string, string> | Promise<Record<string, string>>
  readonly query?: (scene: ConsoleScene) => string | Promise<string>
  readonly body?: (scene: ConsoleScene) => unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Of a staff member who may; 200 without it. */
  readonly status?: number
}

const ofClaim = async (scene: ConsoleScene) => ({ id: await newOpenClaim(scene) })
const ofHold = async (scene: ConsoleScene) => ({ id: await newHold(scene) })
const ofAdjustment = async (scene: ConsoleScene) => ({ id: await newAdjustment(scene) })

const because = () => ({ reason: 'The member called.' })
const ofMember = ({ memberId }: ConsoleScene) => ({ id: memberId })
const versionsOf = async ({ test, partner, memberId }: ConsoleScene) => {
  const ctx = { ...test.context(partner), actor: { kind: 'system', name: 'test' } as never }
  return (await describeConsoleMember(ctx, memberId)).member.versions
}

/** A case for every call of the console, with valid input about the scene's program. */
export const consoleCases: Readonly<Record<string, ConsoleCase>> = {
  'GET /api/Console/Session': {},
  'POST /api/Console/SignIn': {
    body: () => ({ email: 'a@example.com', password: 'not-the-password' }),
    status: 401,
  },
  'POST /api/Console/SignOut': {},
  ...consoleFinanceCases,
  'GET /api/Console/Members': { query: ({ memberEmail }) => `query=${encodeURIComponent(memberEmail)}` },
  'POST /api/Console/Members/Search': { body: ({ memberEmail }) => ({ query: memberEmail }) },
  'GET /api/Console/Members/{id}': { params: ofMember },
  'GET /api/Console/Members/{id}/Transactions': { params: ofMember },
  'GET /api/Console/Members/{id}/Timeline': { params: ofMember },
  ...accountCases,
  ...staffCases,
  'GET /api/Console/Claims': {},
  'GET /api/Console/Claims/{id}': { params: ofClaim },
  'POST /api/Console/Claims/{id}/Decision': {
    params: ofClaim,
    body: () => ({ approve: false, reason: 'The receipt is of another restaurant.' }),
  },
  'POST /api/Console/Claims/{id}/Assignee': {
    params: ofClaim,
    body: () => ({ assignee: null, before: null }),
  },
  'POST /api/Console/Claims/{id}/Notes': { params: ofClaim, body: () => ({ text: 'Asked the restaurant.' }) },
  'GET /api/Console/Claims/{id}/Receipt': {
    params: async scene => {
      const id = await newOpenClaim(scene, { receiptType: 'image/jpeg' })
      await scene.test.context(scene.partner).gateways.receipts.write(id, Buffer.from('a picture'))
      return { id }
    },
  },
  'GET /api/Console/Holds': {},
  'GET /api/Console/Holds/{id}': { params: ofHold },
  'POST /api/Console/Holds/{id}/Decision': {
    params: ofHold,
    body: () => ({ refuse: true, reason: 'The restaurant does not know this bill.' }),
  },
  'POST /api/Console/Holds/{id}/Assignee': {
    params: ofHold,
    body: () => ({ assignee: null, before: null }),
  },
  'GET /api/Console/Adjustments': {},
  'POST /api/Console/Adjustments': {
    body: ({ memberId }) => ({ memberId, units: 100, reason: 'A thank-you' }),
    status: 201,
  },
  'POST /api/Console/Adjustments/{id}/Reverse': { params: ofAdjustment, body: because },
  'GET /api/Console/Approvals': {},
  // What another may see of it, and do, is in `approvals.test.ts`.
  'GET /api/Console/Approvals/{id}': { params: () => ({ id: 'unknown' }), status: 404 },
  'POST /api/Console/Approvals/{id}/Approve': {
    params: () => ({ id: 'unknown' }),
    body: () => ({ digest: 'x' }),
    status: 404,
  },
  'POST /api/Console/Approvals/{id}/Refuse': {
    params: () => ({ id: 'unknown' }),
    body: because,
    status: 404,
  },
  'POST /api/Console/Approvals/{id}/Withdraw': {
    params: () => ({ id: 'unknown' }),
    body: because,
    status: 404,
  },
  'GET /api/Console/ApprovalRules': {},
  'PUT /api/Console/ApprovalRules/{partner}/{action}': {
    params: ({ partner }) => ({ partner: partner.slug, action: 'closing' }),
    body: () => ({ perAction: 1, perMemberDay: 1, perPersonDay: 1, version: 'x', reason: 'Small program.' }),
    status: 409,
  },
  'POST /api/Console/Members/{id}/Emulate': { params: ofMember, body: because, status: 201 },
  'POST /api/Console/Emulations/{id}/End': { params: () => ({ id: 'unknown' }) },
  'POST /api/Console/Members/{id}/Unlock': { params: ofMember, body: because },
  'POST /api/Console/Members/{id}/Resend': {
    params: ofMember,
    body: () => ({ mail: 'recovery', ...because() }),
  },
  'POST /api/Console/Members/{id}/SignOut': { params: ofMember, body: because },
  'POST /api/Console/Members/{id}/Email': {
    params: ofMember,
    body: async scene => ({
      email: 'new@example.com',
      version: (await versionsOf(scene)).email,
      ...because(),
    }),
  },
  'POST /api/Console/Members/{id}/Email/Cancel': {
    params: ofMember,
    body: async scene => ({ version: (await versionsOf(scene)).email, ...because() }),
  },
  'POST /api/Console/Members/{id}/BookingBan': {
    params: ofMember,
    body: async scene => ({ banned: true, version: (await versionsOf(scene)).booking, ...because() }),
  },
  'POST /api/Console/Members/{id}/Export': { params: ofMember, body: because },
  'POST /api/Console/Members/{id}/Erasure': { params: ofMember, body: because, status: 202 },
  'POST /api/Console/Members/{id}/Erasure/Cancel': {
    params: ofMember,
    body: async scene => ({ version: (await versionsOf(scene)).erasure, ...because() }),
  },
  'GET /api/Console/Transactions/{id}': { params: async scene => ({ id: await newReward(scene) }) },
  'POST /api/Console/Transactions/{id}/Answer': {
    params: async scene => ({ id: await newReward(scene) }),
    body: () => ({ text: 'You earned 100 points.', ...because() }),
  },

  ...programCases,
  ...consoleRestaurantsCases,
  ...systemCases,
}
