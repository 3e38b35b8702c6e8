import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { refuseUnfinishedRestore } from './backup/restore-place.ts'
import { createClock, type MovableClock } from './clock.ts'
import { protectDataDir } from './data-folder/data-folder.ts'
import { migrate } from './db/migrate.ts'
import { type Database, type DatabaseOptions, openDatabase } from './db/open-database.ts'
import { ReadReplica } from './db/read-replica.ts'
import { type Env, socketDir } from './env/env.ts'
import { setPasswordCost } from './features/identity/passwords/passwords.service.ts'
import { loadPartners } from './features/partner/load-partners.service.ts'
import { applyStoredOverrides } from './features/partner/partner-overrides.service.ts'
import { createPartnerRegistry, type PartnerRegistry } from './features/partner/partner-registry.service.ts'
import { newestReports } from './features/servers/servers.service.ts'
import { accrualsByChannel } from './gateways/accruals/accruals-by-channel.ts'
import { sandboxMissingTransactions } from './gateways/accruals/sandbox-missing-transactions.ts'
import { partnerCardsByEndpoint } from './gateways/cards/partner-cards-by-endpoint.ts'
import { sandboxPartnerCards } from './gateways/cards/sandbox-partner-cards.ts'
import { tokenCardVault } from './gateways/cards/token-card-vault.ts'
import { rangeBreachedPasswords } from './gateways/checks/breached-passwords.ts'
import { partnerBotCheck } from './gateways/checks/partner-bot-check.ts'
import { clamdMalwareScanner } from './gateways/files/clamd-malware-scanner.ts'
import { exportStores } from './gateways/files/export-stores.ts'
import { diskPhotoStore } from './gateways/files/photo-store.ts'
import { diskReceiptStore } from './gateways/files/receipt-store.ts'
import { s3PhotoStore } from './gateways/files/s3-photo-store.ts'
import type { Gateways } from './gateways/gateways.ts'
import type { AppPushSender } from './gateways/messages/app-push-sender.ts'
import { folderAppPushSender, folderPushSender } from './gateways/messages/folder-push-sender.ts'
import { folderTextMessenger } from './gateways/messages/folder-text-messenger.ts'
import { folderMailer, smtpMailer } from './gateways/messages/nodemailer-mailers.ts'
import { oneSignalPushSender } from './gateways/messages/onesignal-push-sender.ts'
import type { PushSender } from './gateways/messages/push-sender.ts'
import { twilioTextMessenger } from './gateways/messages/twilio-text-messenger.ts'
import { webPushSender } from './gateways/messages/web-push-sender.ts'
import { openTableByLink } from './gateways/open-table-booking.ts'
import { setOutgoingHosts } from './gateways/outgoing-calls.ts'
import { folderWalletKeys } from './gateways/passes/folder-wallet-keys.ts'
import { sandboxWalletKeys } from './gateways/passes/sandbox-wallet-keys.ts'
import { noWalletKeys, type WalletKeys } from './gateways/passes/wallet-keys.ts'
import type { PayoutProvider } from './gateways/payouts/payout-provider.ts'
import { sandboxPayoutProvider } from './gateways/payouts/sandbox-payout-provider.ts'
import { tremendousPayoutProvider } from './gateways/payouts/tremendous-payout-provider.ts'
import { openIdSignInProviders } from './gateways/sign-on/openid-sign-in-providers.ts'
import { openIdSignOn } from './gateways/sign-on/openid-sign-on.ts'
import { openIdStaffSignOn } from './gateways/sign-on/staff-sign-on.ts'
import { throughRestarts } from './start/through-restarts.ts'

export interface World {
  readonly env: Env
  readonly database: Database
  /** It is started; null where there is none. */
  readonly replica: ReadReplica | null
  readonly clock: MovableClock
  readonly partners: PartnerRegistry
  readonly gateways: Gateways
}

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Without a secret key no answer could be verified, which workers never do. */
export function requireRecaptchaSecrets(
  { role, recaptchaSecrets }: Pick<Env, 'role' | 'recaptchaSecrets'>,
  partners: readonly Partner[],
): void {
  if (role === 'worker') return
  const missing = partners
    .filter(partner => recaptchaSiteKey(partner) !== null && !recaptchaSecrets.has(partner.slug))
    .map(({ slug }) => slug)
  if (missing.length > 0)
    throw new Error(`RECAPTCHA_SECRETS must hold the secret key of ${missing.join(', ')}.`)
}

/** A mistyped name would leave its partner without what was meant for it. */
export function requireKnownPartners(
  env: Pick<
    Env,
    | 'content'
    | 'singleSignOn'
    | 'signInProviders'
    | 'staffSignOn'
    | 'settlementSecrets'
    | 'partnerCardsSecrets'
    | 'recaptchaSecrets'
    | 'oneSignal'
  >,
  partners: readonly Partner[],
): void {
  const named = {
    CONTENT_TOKENS: env.content.tokens,
    SSO_CLIENT_SECRETS: env.singleSignOn.secrets,
    SSO_ISSUERS: env.singleSignOn.issuers,
    GOOGLE_CLIENT_SECRETS: env.signInProviders.googleSecrets,
    APPLE_SIGN_IN_KEYS: env.signInProviders.appleKeys,
    SETTLEMENT_SECRETS: env.settlementSecrets,
    PARTNER_CARDS_SECRETS: env.partnerCardsSecrets,
    RECAPTCHA_SECRETS: env.recaptchaSecrets,
    STAFF_SSO_GROUPS: new Map(
      env.staffSignOn?.groups.flatMap(({ partner, role }) => (partner ? [[partner, role]] : [])),
    ),
    ONESIGNAL_APP_IDS: env.oneSignal?.apps ?? new Map(),
  } satisfies Record<string, ReadonlyMap<string, unknown>>
  const known = new Set(partners.map(({ slug }) => slug))
  for (const [variable, values] of Object.entries(named)) {
    const unknown = [...values.keys()].filter(slug => !known.has(slug))
    if (unknown.length > 0)
      throw new Error(
        `${variable} names ${unknown.join(', ')}, but there is no such partner. There are: ${[...known].join(', ')}.`,
      )
  }
}

/** Their answers would hide the partner's pages, or each other. */
export function requireOwnHosts(
  { consoleHosts, apiHosts }: Pick<Env, 'consoleHosts' | 'apiHosts'>,
  partners: readonly Partner[],
): void {
  const refuse = (variable: string, host: string, whose: string, who: string) => {
    throw new Error(`${variable} names ${host}, which is a host of ${whose}: ${who} needs one of its own.`)
  }
  for (const host of apiHosts)
    if (consoleHosts.includes(host)) refuse('API_HOSTS', host, 'the console', 'the partner API')
  for (const { slug, settings } of partners)
    for (const host of settings.hostNames) {
      if (consoleHosts.includes(host)) refuse('CONSOLE_HOSTS', host, slug, 'the console')
      if (apiHosts.includes(host)) refuse('API_HOSTS', host, slug, 'the partner API')
    }
}

export function databaseOptions({
  databaseUrl,
  databaseDirectUrl,
  dataDir,
}: Pick<Env, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>) {
  const emptyDump = join(root, 'apps/server/dist/empty-database.tar')
  return { databaseUrl, databaseDirectUrl, dataDir, socketDir: socketDir(dataDir), emptyDump }
}

/** Before what the database holds is added. */
export function shippedRegistry(env: Env, partners: readonly Partner[]): PartnerRegistry {
  return createPartnerRegistry(partners, {
    defaultSlug: env.defaultPartner,
    byHostNames: env.appEnv !== 'demo',
    publicUrl: env.publicUrl,
  })
}

export async function openWorld(
  env: Env,
  options: Pick<DatabaseOptions, 'onRestart' | 'onFatal' | 'mayTakeLong'> = {},
): Promise<World> {
  protectDataDir(env.dataDir)
  setPasswordCost(env.passwordCost)
  setOutgoingHosts(env.outgoingHosts)
  const reading = loadPartners(join(root, 'partners'))
  reading.catch(() => {})
  refuseUnfinishedRestore(env.dataDir)
  const database = await openDatabase({ ...databaseOptions(env), ...options })
  const replica = await openReplica(env, database, options)
  try {
    const partners = shippedRegistry(env, await reading)
    await throughRestarts(database, () => migrate(database.longDb))
    await replica?.start()
    await applyStoredOverrides(database.db, partners, console)
    requireRecaptchaSecrets(env, partners.all())
    requireKnownPartners(env, partners.all())
    requireOwnHosts(env, partners.all())
    const clock = createClock(env.demoNow)
    return {
      env,
      database,
      replica,
      clock,
      partners,
      gateways: {
        accruals: accrualsByChannel({
          folder: join(env.dataDir, 'exchange'),
          secrets: env.settlementSecrets,
          hasSandbox: env.appEnv === 'demo',
        }),
        cardVault: tokenCardVault(env.secrets.cardToken),
        partnerCards: partnerCardsByEndpoint(
          env.partnerCardsSecrets,
          env.production ? null : sandboxPartnerCards(clock),
        ),
        ...(env.breachedPasswordsUrl
          ? { breachedPasswords: rangeBreachedPasswords(env.breachedPasswordsUrl) }
          : {}),
        botCheck: partnerBotCheck({ secrets: env.secrets.app, recaptchaSecrets: env.recaptchaSecrets }),
        mailer: env.smtpUrl ? smtpMailer(env.smtpUrl) : folderMailer(join(env.dataDir, 'mail')),
        malwareScanner: env.malwareScannerUrl ? clamdMalwareScanner(env.malwareScannerUrl) : null,
        bookings: { openTable: openTableByLink() },
        singleSignOn: openIdSignOn({ ...env.singleSignOn, production: env.production }),
        staffSignOn: env.staffSignOn && openIdStaffSignOn(env.staffSignOn, { production: env.production }),
        signInProviders: openIdSignInProviders({ ...env.signInProviders, production: env.production }),
        texts: env.twilio ? twilioTextMessenger(env.twilio) : folderTextMessenger(join(env.dataDir, 'texts')),
        walletKeys: walletKeys(env),
        pushes: pushSender(env),
        appPushes: appPushSender(env),
        payouts: payoutProvider(env, clock),
        photos: env.photoStore ? s3PhotoStore(env.photoStore) : diskPhotoStore(join(env.dataDir, 'photos')),
        receipts: diskReceiptStore(join(env.dataDir, 'receipts')),
        exports: exportStores({ dataDir: env.dataDir, s3: env.exportStore }),
        missingTransactions: env.production
          ? null
          : sandboxMissingTransactions(join(env.dataDir, 'missing-transactions')),
      },
    }
  } catch (error) {
    await replica?.close()
    await database.close()
    throw error
  }
}

/** It connects with the first check: one that is not reachable must not hold up a start. */
export async function openReplica(
  { databaseReadUrl, databaseReadMaxLagMs }: Pick<Env, 'databaseReadUrl' | 'databaseReadMaxLagMs'>,
  primary: Database,
  options: Pick<DatabaseOptions, 'mayTakeLong'> = {},
): Promise<ReadReplica | null> {
  if (!databaseReadUrl) return null
  const replica = await openDatabase({ ...options, databaseUrl: databaseReadUrl, dataDir: '', socketDir: '' })
  return new ReadReplica({ replica, primary, maxLagMs: databaseReadMaxLagMs, reports: newestReports })
}

/** Without a folder of keys, the demo and staging sign with keys that no wallet trusts. */
function walletKeys({ walletDir, production }: Env): WalletKeys {
  if (walletDir) return folderWalletKeys(walletDir)
  return production ? noWalletKeys : sandboxWalletKeys()
}

/** A generated key is of the demo and of staging, which write files. */
function pushSender({ webPush, publicUrl, dataDir }: Env): PushSender | null {
  if (!webPush) return null
  const { privateKey, isGenerated } = webPush
  if (isGenerated) return folderPushSender(join(dataDir, 'pushes'), privateKey)
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:support@dineward.example'
  return webPushSender({ privateKey, subject })
}

function appPushSender({ oneSignal, production, dataDir }: Env): AppPushSender | null {
  if (oneSignal) return oneSignalPushSender(oneSignal)
  return production ? null : folderAppPushSender(join(dataDir, 'pushes'))
}

/** The sandbox pays nothing, so production has a provider or pays nothing out. */
function payoutProvider({ tremendous, production, dataDir }: Env, clock: Clock): PayoutProvider | null {
  if (tremendous) return tremendousPayoutProvider(tremendous)
  return production ? null : sandboxPayoutProvider(join(dataDir, 'payouts'), clock)
}
