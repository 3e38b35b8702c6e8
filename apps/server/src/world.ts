import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { createClock, type MovableClock } from './clock.ts'
import { protectDataDir } from './data-folder.ts'
import { migrate } from './db/migrate.ts'
import { type Database, type DatabaseOptions, openDatabase } from './db/open-database.ts'
import { type Env, socketDir } from './env.ts'
import { setPasswordCost } from './features/identity/passwords.service.ts'
import { loadPartners } from './features/partner/load-partners.service.ts'
import { applyStoredOverrides } from './features/partner/partner-overrides.service.ts'
import { createPartnerRegistry, type PartnerRegistry } from './features/partner/partner-registry.service.ts'
import { accrualsByChannel } from './gateways/accruals-by-channel.ts'
import { rangeBreachedPasswords } from './gateways/breached-passwords.ts'
import { folderTextMessenger } from './gateways/folder-text-messenger.ts'
import type { Gateways } from './gateways/gateways.ts'
import { folderMailer, smtpMailer } from './gateways/nodemailer-mailers.ts'
import { openTableByLink } from './gateways/open-table-booking.ts'
import { openIdSignOn } from './gateways/openid-sign-on.ts'
import { partnerBotCheck } from './gateways/partner-bot-check.ts'
import { partnerCardsByEndpoint } from './gateways/partner-cards-by-endpoint.ts'
import type { PayoutProvider } from './gateways/payout-provider.ts'
import { diskPhotoStore } from './gateways/photo-store.ts'
import { diskReceiptStore } from './gateways/receipt-store.ts'
import { s3PhotoStore } from './gateways/s3-photo-store.ts'
import { sandboxMissingTransactions } from './gateways/sandbox-missing-transactions.ts'
import { sandboxPartnerCards } from './gateways/sandbox-partner-cards.ts'
import { sandboxPayoutProvider } from './gateways/sandbox-payout-provider.ts'
import { tokenCardVault } from './gateways/token-card-vault.ts'
import { tremendousPayoutProvider } from './gateways/tremendous-payout-provider.ts'
import { twilioTextMessenger } from './gateways/twilio-text-messenger.ts'

export interface World {
  readonly env: Env
  readonly database: Database
  readonly clock: MovableClock
  readonly partners: PartnerRegistry
  readonly gateways: Gateways
}

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Without a secret key no answer could be verified. */
function requireRecaptchaSecrets({ recaptchaSecrets }: Env, partners: PartnerRegistry): void {
  const missing = partners
    .all()
    .filter(partner => recaptchaSiteKey(partner) !== null && !recaptchaSecrets.has(partner.slug))
    .map(({ slug }) => slug)
  if (missing.length > 0)
    throw new Error(`RECAPTCHA_SECRETS must hold the secret key of ${missing.join(', ')}.`)
}

/** A broken partner folder stops the start, by name. */
export async function openWorld(
  env: Env,
  events: Pick<DatabaseOptions, 'onRestart' | 'onFatal'> = {},
): Promise<World> {
  protectDataDir(env.dataDir)
  setPasswordCost(env.passwordCost)
  const reading = loadPartners(join(root, 'partners'))
  reading.catch(() => {})
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    socketDir: socketDir(env.dataDir),
    emptyDump: join(root, 'apps/server/dist/empty-database.tar'),
    ...events,
  })
  try {
    const partners = createPartnerRegistry(await reading, {
      defaultSlug: env.defaultPartner,
      byHostNames: env.appEnv !== 'demo',
      publicUrl: env.publicUrl,
    })
    await migrate(database.db)
    await applyStoredOverrides(database.db, partners)
    requireRecaptchaSecrets(env, partners)
    const clock = createClock(env.demoNow)
    return {
      env,
      database,
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
        botCheck: partnerBotCheck({ secret: env.secrets.csrf, recaptchaSecrets: env.recaptchaSecrets }),
        mailer: env.smtpUrl ? smtpMailer(env.smtpUrl) : folderMailer(join(env.dataDir, 'mail')),
        bookings: { openTable: openTableByLink() },
        singleSignOn: openIdSignOn({ ...env.singleSignOn, production: env.production }),
        texts: env.twilio ? twilioTextMessenger(env.twilio) : folderTextMessenger(join(env.dataDir, 'texts')),
        payouts: payoutProvider(env, clock),
        photos: env.photoStore ? s3PhotoStore(env.photoStore) : diskPhotoStore(join(env.dataDir, 'photos')),
        receipts: diskReceiptStore(join(env.dataDir, 'receipts')),
        missingTransactions: env.production
          ? null
          : sandboxMissingTransactions(join(env.dataDir, 'missing-transactions')),
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The sandbox pays nothing, so production has a provider or pays nothing out. */
function payoutProvider({ tremendous, production, dataDir }: Env, clock: Clock): PayoutProvider | null {
  if (tremendous) return tremendousPayoutProvider(tremendous)
  return production ? null : sandboxPayoutProvider(join(dataDir, 'payouts'), clock)
}
