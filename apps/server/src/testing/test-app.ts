import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { mergeSettings } from '@dineward/core/partner/settings/merge-settings.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { type AppOptions, buildApp } from '../app.ts'
import { createClock } from '../clock.ts'
import { anonymous, type Context } from '../context.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { createContentStore } from '../features/content/content-store.service.ts'
import { storedContent } from '../features/content/stored-content.service.ts'
import type { SummaryRow } from '../features/merchants/merchants.view.ts'
import { loadPartners } from '../features/partner/load-partners.service.ts'
import { createPartnerRegistry, type PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { SearchIndex } from '../features/search/search-index.service.ts'
import type { FoundMerchants, SearchQuery } from '../features/search/search-query.rules.ts'
import type { Suggested } from '../features/search/snapshot/partner.snapshot.ts'
import { accrualsByChannel } from '../gateways/accruals/accruals-by-channel.ts'
import { sandboxMissingTransactions } from '../gateways/accruals/sandbox-missing-transactions.ts'
import { sandboxPartnerCards } from '../gateways/cards/sandbox-partner-cards.ts'
import { tokenCardVault } from '../gateways/cards/token-card-vault.ts'
import { partnerBotCheck } from '../gateways/checks/partner-bot-check.ts'
import { exportStores } from '../gateways/files/export-stores.ts'
import { diskPhotoStore } from '../gateways/files/photo-store.ts'
import { diskReceiptStore } from '../gateways/files/receipt-store.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { folderAppPushSender, folderPushSender } from '../gateways/messages/folder-push-sender.ts'
import { folderTextMessenger } from '../gateways/messages/folder-text-messenger.ts'
import { folderMailer } from '../gateways/messages/nodemailer-mailers.ts'
import { openTableByLink } from '../gateways/open-table-booking.ts'
import { sandboxWalletKeys } from '../gateways/passes/sandbox-wallet-keys.ts'
import { sandboxPayoutProvider } from '../gateways/payouts/sandbox-payout-provider.ts'
import { openIdSignInProviders } from '../gateways/sign-on/openid-sign-in-providers.ts'
import { openIdSignOn } from '../gateways/sign-on/openid-sign-on.ts'
import { closeAfterFile } from './databases/close-after-file.ts'
import { asRuntime, copyDatabase } from './databases/native-postgres.ts'
import { besideRequests, watchStatements } from './databases/request-statements.ts'

export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly database: Database
  readonly partners: PartnerRegistry
  readonly clock: TestClock
  /** Reads before each search what the test has written. */
  readonly searchIndex: SearchIndex
  /** It has files of partners: `{slug}/out` and the others. */
  readonly exchangeDir: string
  /** It makes a context of a partner, for calling services directly. */
  context(partner: Partner): Context
  /** A unique partner, made from a shipped one: the isolation boundary of a test. */
  newPartner(options?: NewPartnerOptions): Partner
}

interface NewPartnerOptions {
  readonly like?: string
  readonly settings?: Record<string, unknown>
  /** Shows the model's content as well; else the product's default. */
  readonly withContent?: boolean
}

export interface TestClock {
  now(): Date
  set(time: Date | string): void
  advance(milliseconds: number): void
}

const partnersDir = new URL('../../../../partners/', import.meta.url).pathname
let shipped: ReturnType<typeof loadPartners> | undefined

export const testSecrets = {
  app: 'app-secret-of-tests',
  fidelWebhook: 'whsec_test_0001',
  kardWebhook: 'kard-webhook-secret-of-tests',
  resend: `whsec_${Buffer.from('resend-secret-of-tests').toString('base64')}`,
  cardToken: 'card-token-secret-of-tests',
  twilio: 'twilio-auth-token-of-tests',
  vapid: Buffer.from('vapid-private-key-of-tests-00001').toString('base64url'),
}

const fixedOptions = {
  console: { hosts: ['console.localhost'], needsSecondFactor: false },
  api: { hosts: ['api.localhost'], isDemo: true },
  production: false,
  publicUrl: 'http://localhost:3000',
  cardFrameUrl: 'http://localhost:3001',
  webhookSecrets: { fidel: [testSecrets.fidelWebhook], kard: [testSecrets.kardWebhook] },
  resendSecrets: [testSecrets.resend],
  twilioAuthTokens: [testSecrets.twilio],
  moveClock: null,
  senderClock: null,
  logLevel: 'silent',
  metricsTokens: [],
  trustProxy: false,
  wakeInbox: () => {},
  wakeMails: () => {},
  wakeImports: () => {},
  wakeFinance: () => {},
  isReady: async () => true,
  checkSurroundings: async () => [],
  hasStarted: () => true,
  web: null,
  consoleSite: null,
  // What a test has changed shows at once; tests of the cache bring their own.
  pageCache: null,
  // All tests are one client.
  renderedPages: { max: 1_000_000, timeWindow: 60_000 },
} satisfies Partial<AppOptions>

/**
 * The real application without a port, on the worker's database, which earlier test files have used: isolate tests by a
 * new partner and member. Closed after the file's tests at the latest.
 * @param ownDatabase Use an empty database, for tests that read or change all of it, or this one.
 */
export async function createTestApp(
  overrides: Partial<AppOptions> = {},
  { ownDatabase = false }: { readonly ownDatabase?: boolean | Database } = {},
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-'))
  const database = await databaseFor(folder, ownDatabase)
  const clock = testClock('2026-03-10T18:00:00Z')
  shipped ??= loadPartners(partnersDir)
  const partners = createPartnerRegistry(await shipped, { defaultSlug: 'skyward', byHostNames: false })
  const services = {
    db: database.db,
    database,
    clock,
    gateways: testGateways(folder, clock),
    appSecrets: [testSecrets.app],
  }
  const content = createContentStore({
    partnersDir,
    account: { url: '', tokens: new Map() },
    contentBackupDir: join(folder, 'content'),
    stored: storedContent({ db: database.db, clock }),
    log: { info() {}, warn() {} },
  })
  const searchIndex = await (ownDatabase ? new FreshSearchIndex(database.db) : sharedSearchIndex())
  const app = await buildApp({
    ...services,
    partners,
    content,
    searchIndex,
    ...fixedOptions,
    imageCacheDir: join(folder, 'images'),
    fontDir: folder,
    databasePool: database.poolState,
    watchQueries: database.watchQueries,
    ...overrides,
  })
  await app.ready()
  if (!ownDatabase && inject('postgresUrl')) watchStatements(app, database)
  let closed = false
  const testApp: TestApp = {
    app,
    database,
    partners,
    clock,
    searchIndex,
    exchangeDir: join(folder, 'exchange'),
    context: partner => ({
      partner,
      actor: anonymous,
      db: database.db,
      clock,
      locale: 'en-US',
      gateways: services.gateways,
      log: app.log,
    }),
    newPartner: options => addPartner(partners, options),
    async [Symbol.asyncDispose]() {
      if (closed) return
      closed = true
      await app.close()
      content.close()
      if (ownDatabase) {
        await searchIndex.close()
        await database.close()
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  closeAfterFile(() => testApp[Symbol.asyncDispose]())
  return testApp
}

/** All are on this machine. */
export function testGateways(folder: string, clock: Clock = createClock(null)): Gateways {
  return {
    accruals: accrualsByChannel({ folder: join(folder, 'exchange'), secrets: new Map() }),
    cardVault: tokenCardVault([testSecrets.cardToken]),
    partnerCards: sandboxPartnerCards(clock),
    botCheck: partnerBotCheck({ secrets: [testSecrets.app], recaptchaSecrets: new Map() }),
    malwareScanner: null,
    mailer: folderMailer(join(folder, 'mail')),
    texts: folderTextMessenger(join(folder, 'texts')),
    pushes: folderPushSender(join(folder, 'pushes'), testSecrets.vapid),
    appPushes: folderAppPushSender(join(folder, 'pushes')),
    bookings: { openTable: openTableByLink() },
    payouts: sandboxPayoutProvider(join(folder, 'payouts'), clock),
    walletKeys: sandboxWalletKeys(),
    photos: diskPhotoStore(join(folder, 'photos')),
    receipts: diskReceiptStore(join(folder, 'receipts')),
    exports: exportStores({ dataDir: folder, s3: null }),
    missingTransactions: sandboxMissingTransactions(join(folder, 'missing-transactions')),
    singleSignOn: openIdSignOn({ secrets: new Map(), issuers: new Map(), production: false }),
    staffSignOn: null,
    signInProviders: openIdSignInProviders({
      issuers: { google: 'http://localhost:1', apple: 'http://localhost:1' },
      googleSecrets: new Map(),
      appleKeys: new Map(),
      production: false,
    }),
  }
}

function addPartner(
  partners: PartnerRegistry,
  { like = 'skyward', settings = {}, withContent = false }: NewPartnerOptions = {},
): Partner {
  const model = partners.bySlug(like)!
  const slug = `p${randomBytes(6).toString('hex')}`
  // No host names of its own: those of the model are taken.
  // What changes is told in the tests on PostgreSQL; on the embedded database they would take twice as long.
  const events = inject('postgresUrl') ? {} : { recordsEvents: false }
  const merged = mergeSettings(model.source.settings, { hostNames: [], ...events, ...settings })
  if (!merged.ok) throw new Error(JSON.stringify(merged.problems))
  const source = withContent ? model.source : { ...model.source, slug }
  const partner = { ...model, slug, settings: merged.value, source }
  partners.add(partner)
  return partner
}

function databaseFor(folder: string, own: boolean | Database): Database | Promise<Database> {
  if (typeof own === 'object') return own
  return own ? openTestDatabase(folder) : sharedDatabase()
}

let shared: Promise<Database> | undefined

/** Each worker has one database: test files of a worker run one after the other and share this module. */
function sharedDatabase(): Promise<Database> {
  shared ??= openTestDatabase(mkdtempSync(join(tmpdir(), 'dw-')))
  return shared
}

let sharedIndex: Promise<SearchIndex> | undefined

function sharedSearchIndex(): Promise<SearchIndex> {
  sharedIndex ??= sharedDatabase().then(({ db }) => new FreshSearchIndex(db))
  return sharedIndex
}

/** Production polls instead, so that tests would have to wait. */
class FreshSearchIndex extends SearchIndex {
  override async search(query: SearchQuery): Promise<FoundMerchants> {
    await besideRequests(() => this.refresh())
    return super.search(query)
  }

  override async listed(...asked: Parameters<SearchIndex['listed']>): Promise<SummaryRow[]> {
    await besideRequests(() => this.refresh())
    return super.listed(...asked)
  }

  override async namesWith(...asked: Parameters<SearchIndex['namesWith']>) {
    await besideRequests(() => this.refresh())
    return super.namesWith(...asked)
  }

  override async suggest(...asked: Parameters<SearchIndex['suggest']>): Promise<Suggested> {
    await besideRequests(() => this.refresh())
    return super.suggest(...asked)
  }
}

async function openTestDatabase(folder: string): Promise<Database> {
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl) {
    const databaseUrl = await copyDatabase(postgresUrl, `t${randomBytes(8).toString('hex')}`)
    return openDatabase({ databaseUrl: asRuntime(databaseUrl), dataDir: folder, socketDir: folder })
  }
  return openDatabase({
    databaseUrl: null,
    dataDir: folder,
    socketDir: folder,
    dumpFile: inject('dumpFile')!,
  })
}

function testClock(start: string): TestClock {
  let now = new Date(start)
  return {
    now: () => now,
    set: time => {
      now = new Date(time)
    },
    advance: milliseconds => {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}
