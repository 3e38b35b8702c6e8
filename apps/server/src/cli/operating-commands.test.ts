import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { approveAs } from '../features/approvals/approvals-for-test.ts'
import { type CardNetwork, newCardNetwork } from '../features/card-events/card-network-for-test.ts'
import { findStaffActor } from '../features/staff/staff.service.ts'
import { consoleClient } from '../testing/access/console-for-test.ts'
import { newOpenClaim } from '../testing/access/console-support-scene.ts'
import { newParkedEvent } from '../testing/access/console-system-cases.ts'
import { newMember, newMerchant } from '../testing/factories.ts'
import { startTestProvider } from '../testing/sign-in/identity-provider.ts'
import { newSsoPartner } from '../testing/sign-in/sign-on.ts'
import { newStaff } from '../testing/sign-in/staff-for-test.ts'
import { createTestApp } from '../testing/test-app.ts'
import { signedInClient } from '../testing/test-client.ts'
import { root, type World } from '../world.ts'
import { offlineCommands } from './commands/backup-command.ts'
import { commands } from './commands.ts'
import { runCommand } from './control.ts'

/* Each command that the documents name is tried: here, or in the file that `triedIn` names. */

// Lists show a hundred rows of all partners.
const app = await createTestApp({}, { ownDatabase: true })
const { db } = app.database
const folder = mkdtempSync(join(tmpdir(), 'dw-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const partner = app.newPartner()
const member = await newMember(app, partner)
const scene = { test: app, partner, memberId: member.id }
const of = ['--partner', partner.slug]

const world = {
  database: app.database,
  clock: app.clock,
  partners: app.partners,
  gateways: app.context(partner).gateways,
  env: {
    defaultPartner: partner.slug,
    dataDir: dirname(app.exchangeDir),
    production: false,
    consoleHosts: ['console.example'],
    secrets: { app: ['a secret of tests'] },
    content: { url: 'https://content.example', tokens: new Map() },
  },
} as unknown as World & { env: { production: boolean } }

/** It runs a command as `npm run GROUP -- VERB …` does. @returns what it printed. */
async function run(name: string, args: readonly string[] = [], { code = 0, user = 'ada' } = {}) {
  const lines: string[] = []
  const exitCode = await runCommand(world, commands, { name, args, cwd: folder, user }, line =>
    lines.push(line),
  )
  const text = lines.join('\n')
  expect({ name, text, exitCode }).toEqual({ name, text, exitCode: code })
  return text
}

const jsonOf = (value: object) => JSON.stringify(value)
const wordsOf = (text: string) => text.trim().split(/\s+/)

/** A script for each group, by name. */
const tried: Readonly<Record<string, () => Promise<void>>> = {
  async 'call run'() {
    expect(await run('call run', ['list', 'bookingban'])).toMatch(
      /^postConsoleMembersByIdBookingBan {2}.+\n {2}id, banned, version\n1 calls\.$/,
    )
    const asked = JSON.parse(
      await run('call run', ['getConsoleMembersById', '--json', jsonOf({ id: member.id })]),
    )
    expect(asked.member).toMatchObject({ email: member.email, bookingBannedAt: null })

    const ban = jsonOf({ id: member.id, banned: true, version: asked.member.versions.booking })
    const post = ['postConsoleMembersByIdBookingBan', '--json', ban]
    expect(await run('call run', post, { code: 1 })).toContain('say why, with --reason')
    await run('call run', [...post, '--reason', 'The provider wrote.'])
    expect(await run('call run', [...post, '--reason', 'Again.'], { code: 1 })).toMatch(/changed/i)
    const entries = await db
      .selectFrom('auditLog')
      .select(['action', 'actor', 'subject', 'reason'])
      .where('reason', '=', 'The provider wrote.')
      .orderBy('id')
      .execute()
    const by = { actor: 'ada', reason: 'The provider wrote.' }
    expect(entries).toEqual([
      { ...by, action: 'operator.call', subject: 'postConsoleMembersByIdBookingBan' },
      { ...by, action: 'booking.ban', subject: member.id },
    ])

    const limit = ['getConsoleClaims', '--json', jsonOf({ partner: partner.slug, state: 'soon' })]
    expect(await run('call run', limit, { code: 1 })).toContain('state: ')
    expect(await run('call run', ['getConsoleClaims', '--json', '[1'], { code: 1 })).toContain(
      'not an object',
    )
    expect(await run('call run', ['postConsoleSignOut'], { code: 1 })).toContain('There is no call')

    const claim = await newOpenClaim(scene)
    const reason = ['--reason', 'The receipt is of another place.']
    const decide = (name: string, json: object) => run('call run', [name, '--json', jsonOf(json), ...reason])
    const give = (units: number) => decide('postConsoleAdjustments', { memberId: member.id, units })
    const posted = JSON.parse(await give(500))
    expect(await decide('postConsoleAdjustmentsByIdReverse', { id: posted.adjustment.id })).toContain('"id"')
    expect(await give(5_001)).toContain('It waits for another person')
    expect(await decide('postConsoleClaimsByIdDecision', { id: claim, approve: false })).toContain(claim)
  },
  async 'exchange list, send, receive and sandbox settle'() {
    const network = await newCardNetwork(app, { like: 'skyward' })
    const about = ['--partner', network.partner.slug]
    expect(await run('exchange list', about)).toContain('everything is confirmed')
    expect(await run('exchange send', about)).toContain('nothing to send')
    expect(await run('exchange receive', about)).toContain('no answers')
    const earned = await newCardNetwork(app, { like: 'skyward' })
    await db
      .insertInto('approvalRules')
      .values({
        partnerId: earned.partner.slug,
        action: 'accruals',
        perAction: 0,
        perMemberDay: 0,
        perPersonDay: 0,
      })
      .execute()
    await earned.deliver('transaction.clearing')
    const text = await run('exchange send', ['--partner', earned.partner.slug])
    const files = () =>
      db.selectFrom('accrualFiles').select('id').where('partnerId', '=', earned.partner.slug).execute()
    expect([text.includes('waits for another person'), await files()]).toEqual([true, []])
    const [, id = ''] = /approvals\/(\S+)$/.exec(text)!
    expect((await approveAs(await consoleClient(app, 'finance', earned.partner.slug), id)).statusCode).toBe(
      200,
    )
    expect(await files()).toHaveLength(1)
    await network.deliver('transaction.clearing')
    expect(await run('sandbox settle', about)).toMatch(/sent .*, 1 rows(?:.|\n)*1 confirmed, 0 rejected/)
  },
  async 'jobs run'() {
    expect(await run('jobs run', ['referrals'])).toMatch(/^referrals: /)
    const asked = await run('jobs run', ['settlement'])
    expect(asked).toContain('Run the job settlement: one person cannot do it alone')
    const [, id = ''] = /approvals\/(\S+)$/.exec(asked)!
    const ofProgram = await consoleClient(app, 'finance', partner.slug)
    expect((await ofProgram.get(`/api/Console/Approvals/${id}`)).statusCode).toBe(404)
    expect((await approveAs(await consoleClient(app, 'finance'), id)).json().answer).toMatchObject({
      state: 'done',
    })
    world.env.production = true
    expect(await run('jobs run', ['payouts', '--at', '2031-01-01T00:00:00Z'])).toContain(
      'waits for another person',
    )
    world.env.production = false
  },
  async 'staff add'() {
    const add = async (...rest: string[]) => {
      const email = `${crypto.randomUUID()}@dineward.example`
      const text = await run('staff add', ['--email', email, '--name', `Sam ${email}`, ...rest])
      const actor = await findStaffActor(app.context(partner), email)
      return { text, email, permissions: actor?.permissions ?? [] }
    }
    const admin = ['--role', 'admin', ...of]
    for (const text of [(await add(...admin)).text, (await add(...admin)).text])
      expect(text).toContain('fewer than two accounts may change staff')
    const none = await add()
    expect([none.text, none.permissions]).toEqual([expect.stringContaining('They have no role'), []])
    expect((await add('--role', 'viewer', ...of)).text).not.toContain('approves')

    const third = await add(...admin)
    expect(third.permissions).toEqual([])
    const [, id = ''] = /https:\/\/console\.example\/approvals\/(\S+)$/.exec(third.text)!
    expect(
      await run(
        'call run',
        ['postConsoleApprovalsByIdApprove', '--json', jsonOf({ id, digest: 'x' }), '--reason', 'I may.'],
        { code: 1, user: 'bob' },
      ),
    ).toContain('by a person who is signed in')
    expect((await approveAs(await consoleClient(app, 'admin', partner.slug), id)).statusCode).toBe(200)
    const actor = await findStaffActor(app.context(partner), third.email)
    expect(actor?.permissions).toContain('staff.change')
  },
  async 'staff break-glass'() {
    const { email } = await newStaff(app)
    const of = ['--email', email]
    expect(await run('staff break-glass', of)).toContain('signs in by password also where passwords are off')
    expect(await run('staff break-glass', [...of, '--off'])).toContain('like any other')
    const stranger = ['--email', 'not@there.example']
    expect(await run('staff break-glass', stranger, { code: 1 })).toContain('There is no staff account')
  },
  async 'import transactions'() {
    const network = await newCardNetwork(app)
    const row = { transactionId: `t-${network.cardId}`, cardId: network.cardId, mid: network.merchant.mid }
    const rest = { amount: 42.5, currency: 'USD', datetime: '2026-03-09T19:30:00' }
    writeFileSync(join(folder, 'dines.ndjson'), JSON.stringify({ ...row, ...rest }))
    const counts = '1 accepted, 0 were there before, 0 refused'
    expect(await run('import transactions', ['dines.ndjson', '--dry-run'])).toContain(`1 rows: ${counts}`)
    expect(await run('import transactions', ['dines.ndjson'])).toContain(counts)
    expect(await run('import transactions', ['dines.ndjson'])).toContain('1 were there before')
  },
  async 'inbox list, retry'() {
    const { id, transactionId } = await newParkedEvent(scene)
    expect(await run('inbox list')).toContain(`${id}  transaction.clearing  ${transactionId}  parked`)
    expect(await run('inbox retry', [String(id)], { code: 1 })).toMatch(/Event \d+ /)
    expect(await run('inbox retry', ['one'], { code: 1 })).toContain('npm run inbox -- retry ID')
  },
  async 'maps add'() {
    writeFileSync(join(folder, 'city.pmtiles'), 'not a map')
    expect(await run('maps add', ['city.pmtiles', ...of], { code: 1 })).toBe(
      'city.pmtiles is refused: it is not a file of tiles (PMTiles, version 3).',
    )
  },
  async 'mail list, retry, clear and texts list, retry'() {
    const failed = {
      partnerId: partner.slug,
      createdAt: app.clock.now(),
      sentAt: null,
      attempts: 10,
      nextAttemptAt: app.clock.now(),
      failedAt: app.clock.now(),
      lastError: 'mailbox full',
    }
    const [mail, text] = [crypto.randomUUID(), crypto.randomUUID()]
    await db
      .insertInto('outgoingMails')
      .values({
        ...failed,
        id: mail,
        cause: `welcome:${mail}`,
        recipient: member.email,
        memberId: member.id,
        subject: 'Welcome',
        textBody: 'Hello',
        htmlBody: '<p>Hello</p>',
        secretUntil: null,
        subscriberId: null,
        unsubscribeToken: null,
      })
      .execute()
    await db
      .insertInto('outgoingTexts')
      .values({ ...failed, id: text, cause: `opt-in:${text}`, recipient: '+12125550100', body: 'Hello' })
      .execute()
    for (const [group, id] of [['mail', mail] as const, ['texts', text] as const]) {
      expect(await run(`${group} list`)).toMatch(new RegExp(`${id} .*failed 10 times: mailbox full`))
      expect(await run(`${group} retry`, [id])).toContain('is sent again within a minute')
    }
    const marked = { reason: 'no such mailbox', reportedAt: app.clock.now(), clearedAt: null }
    const email = `gone-${mail}@example.com`
    await db
      .insertInto('mailSuppressions')
      .values({ partnerId: partner.slug, email, kind: 'bounce', ...marked })
      .execute()
    expect(await run('mail clear', [email, ...of])).toContain('Mails are sent there again')
  },
  async 'photos add, list, remove'() {
    const { id: merchantId } = await newMerchant(app, partner)
    const picture = { create: { width: 800, height: 600, channels: 3, background: '#c02020' } } as const
    await sharp(picture).jpeg().toFile(join(folder, 'room.jpg'))
    const words = ['--alt', 'The dining room', '--rights', '© Casa Lumen']
    expect(await run('photos add', [merchantId, 'room.jpg', ...words])).toMatch(
      /Added .* 800x600 .*room\.jpg/,
    )
    const listed = await run('photos list', [merchantId])
    expect(listed).toContain('alt: The dining room')
    expect(await run('photos remove', [wordsOf(listed)[0]!])).toContain('Removed')
    expect(await run('photos list', [merchantId])).toContain('has no photos')
  },
  async 'referrals refused'() {
    expect(await run('referrals refused', of)).toBe('Refused: 0 referrals.')
  },
  async 'reviews list, hide, keep'() {
    const network = await newCardNetwork(app)
    const of = ['--partner', network.partner.slug]
    const ids = [await newReportedReview(network), await newReportedReview(network)] as const
    expect(await run('reviews list', of)).toMatch(
      /reported by owner@example\.com(?:.|\n)*2 reported reviews\./,
    )
    expect(await run('reviews hide', [ids[0], ...of, '--reason', 'Of another restaurant.'])).toContain(
      'hidden',
    )
    expect(await run('reviews keep', [ids[1], ...of])).toContain('stays')
    expect(await run('reviews list', of)).toContain('0 reported reviews.')
  },
  async 'sandbox missing'() {
    for (const answer of ['failed', 'pending', 'unavailable', 'successful'])
      expect(await run('sandbox missing', [answer])).toContain(`answers "${answer}"`)
  },
  async 'sso check'() {
    const provider = await startTestProvider()
    const { slug } = newSsoPartner(app, provider.issuer)
    // It has no page for signing in.
    expect(await run('sso check', ['--partner', slug], { code: 1 })).toMatch(
      /ok +discovery(?:.|\n)*PROBLEM the provider refuses client/,
    )
  },
}

/** A review of a dine, which the owner has reported. @returns its id. */
async function newReportedReview(network: CardNetwork): Promise<string> {
  const id = crypto.randomUUID()
  await network.deliver('transaction.clearing', { id })
  const client = await signedInClient(app, network.partner, network.memberId)
  const review = { transactionId: id, rating: 2, text: 'The soup was cold, and so was the waiter.' }
  const reviewId = (await client.send('POST', '/api/Member/Reviews', review)).json().review.id
  const report = { email: 'owner@example.com', reason: 'This was never in our restaurant.' }
  const reported = await client.send('POST', `/api/Reviews/${reviewId}/Reports`, report)
  expect(reported.statusCode).toBeLessThan(300)
  return reviewId
}

describe('commands', () => {
  test.each(Object.entries(tried))('%s', (_names, script) => script())
})

/** The paths are below the repository: these tests try the commands which are not tried above. */
const triedIn: Readonly<Record<string, string>> = {
  'backup write': 'apps/server/src/backup/backup.server.test.ts',
  'export journal': 'apps/server/src/features/exports/journal.both.test.ts',
  'export tables': 'apps/server/src/features/exports/export-tables.test.ts',
  'import books': 'apps/server/src/features/staff/audit.test.ts',
  'import merchants': 'apps/server/src/cli/commands/restaurants/import-merchants-command.test.ts',
  'jobs list': 'apps/server/src/features/jobs/jobs.both.test.ts',
  'ledger check': 'apps/server/src/features/ledger/ledger.both.test.ts',
  'mail bounces': 'e2e/fix-credentials.spec.ts',
  'members cancel-erasure': 'apps/server/src/cli/commands/members/members-command.test.ts',
  'members erase': 'apps/server/src/cli/commands/members/members-command.test.ts',
  'members export': 'apps/server/src/cli/commands/members/members-command.test.ts',
  'members number': 'apps/server/src/cli/commands/members/members-command.test.ts',
  'members sign-out': 'apps/server/src/cli/commands/members/members-command.test.ts',
  'move run': 'apps/server/src/backup/backup.server.test.ts',
  'payouts run': 'apps/server/src/features/jobs/jobs.both.test.ts',
  'reconcile file': 'apps/server/src/features/card-events/files/reconcile.test.ts',
  'report liability': 'apps/server/src/features/reports/partner-reports.test.ts',
  'report merchant-statement': 'apps/server/src/features/reports/merchant-statement.test.ts',
  'report partner-statement': 'apps/server/src/features/reports/partner-reports.test.ts',
  'restore run': 'apps/server/src/backup/backup.server.test.ts',
  'rewards redecide': 'apps/server/src/features/rewards/redecide.both.test.ts',
  'sandbox dine': 'e2e/dine-and-earn.spec.ts',
  'sandbox payouts': 'e2e/dine-and-earn.spec.ts',
  'settings set': 'apps/server/src/features/partner/settings.test.ts',
  'settings show': 'apps/server/src/features/partner/settings.test.ts',
  'settings unset': 'apps/server/src/features/partner/settings.test.ts',
  'staff password': 'apps/server/src/features/staff/audit.test.ts',
  'staff remove': 'apps/server/src/features/staff/audit.test.ts',
  'staff reset-second-factor': 'apps/server/src/features/console-session/second-factor.test.ts',
}

const triedHere = Object.keys(tried).flatMap(names => {
  let group = ''
  return names.split(/, | and /).map(name => {
    const [first, second] = name.split(' ')
    if (second) group = first!
    return `${group} ${second ?? first}`
  })
})
const all = { ...commands, ...offlineCommands }

test('every command is tried in a test', () => {
  expect([...triedHere, ...Object.keys(triedIn)].sort()).toEqual(Object.keys(all).sort())
})

test.each(Object.entries(triedIn))('%s is tried in %s', (name, file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const [group, verb] = name.split(' ')
  const isCalled = text.includes(lookUp(all, name)!.name) || new RegExp(`'${group}',\\s*'${verb}'`).test(text)
  expect(isCalled || text.includes(`'${name}'`)).toBe(true)
})

describe('documents', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = ['README.md', ...readdirSync(join(root, 'docs')).filter(one => one.endsWith('.md'))]

  test.each(files)('%s: names commands that there are', file => {
    const text = readFileSync(join(root, file === 'README.md' ? '' : 'docs', file), 'utf8')
    const named = [...text.matchAll(/npm run ([\w:-]+)(?: +-- +([a-z][\w-]*))?/g)]
    const unknown = named.filter(([, script = '', verb]) => {
      const [, arguments_] = /cli\/main\.ts (.+)$/.exec(scripts[script] ?? '') ?? []
      if (!(script in scripts)) return true
      // The script has a verb of its own (`backup write`), or none (`doctor`).
      return arguments_ === script && verb !== undefined && !(`${script} ${verb}` in all)
    })
    expect(unknown.map(([line]) => line)).toEqual([])
  })
})
