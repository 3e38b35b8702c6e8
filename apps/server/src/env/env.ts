import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { BackupKeys } from '../backup/encryption.ts'
import { readOrCreateSecrets } from '../data-folder/data-folder.ts'
import type { S3Service } from '../gateways/files/s3-export-store.ts'
import type { S3Settings } from '../gateways/files/s3-photo-store.ts'
import type { OneSignalSettings } from '../gateways/messages/onesignal-push-sender.ts'
import type { TwilioSettings } from '../gateways/messages/twilio-text-messenger.ts'
import type { TremendousSettings } from '../gateways/payouts/tremendous-payout-provider.ts'
import { readAppleKeys, type SignInProviderOptions } from '../gateways/sign-on/openid-sign-in-providers.ts'
import type { StaffSignOnSettings } from '../gateways/sign-on/staff-sign-on.ts'
import { type PasswordCost, readPasswordCost } from '../secrets/password-cost.ts'
import type { TracingSettings } from '../tracing/tracing.ts'
import { type DatabaseTls, readDatabase } from './env-database.ts'
import { readOutgoingHosts } from './env-outgoing.ts'
import { readSecrets, type Secrets, secretProblems } from './env-secrets.ts'
import { readStaffSignOn } from './env-staff.ts'
import {
  byPartner,
  isSet,
  listOf,
  readVariables,
  type Source,
  type Values,
  withoutSlash,
} from './env-values.ts'
import { variables } from './env-variables.ts'

export interface Env {
  readonly appEnv: 'demo' | 'staging' | 'production'
  readonly production: boolean
  /** Hosts are without a port; where there are none, there is no console. */
  readonly consoleHosts: readonly string[]
  readonly apiHosts: readonly string[]
  readonly role: 'all' | 'web' | 'worker'
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly cardFrameUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Null says that no pooler is in front of the database. */
  readonly databaseDirectUrl: string | null
  /** Restores need it; null says that the user in `databaseUrl` owns the tables. */
  readonly databaseOwnerUrl: string | null
  /** Null: there is no replica to read from. */
  readonly databaseReadUrl: string | null
  readonly databaseReadMaxLagMs: number
  readonly databaseTls: DatabaseTls
  /** Null keeps mails as files in the data folder. */
  readonly smtpUrl: string | null
  /** Hosts that may be called, such as `*.example.com`; empty: any. */
  readonly outgoingHosts: readonly string[]
  /** Signs what the mail provider reports (`RESEND_WEBHOOK_SECRET`); empty: nothing is reported. */
  readonly resendSecrets: readonly string[]
  /** Null keeps text messages as files in the data folder. */
  readonly twilio: TwilioSettings | null
  /** Null means that no notifications are offered. */
  readonly webPush: WebPushKey | null
  /** Null means no notifications in native apps; outside production they are files in the data folder. */
  readonly oneSignal: OneSignalSettings | null
  readonly defaultPartner: string
  readonly demoNow: Date | null
  readonly demoSize: 'small' | 'large'
  /** These are bearer tokens of `/metrics`; where there are none, it is not there. */
  readonly metricsTokens: readonly string[]
  /** It trusts the one proxy in front about scheme and address. */
  readonly trustProxy: boolean
  readonly devWeb: boolean
  readonly logLevel: string
  readonly slowQueryMs: number
  /** Null means no traces. */
  readonly tracing: TracingSettings | null
  /** The ButterCMS tokens go by partner (`CONTENT_TOKENS`). Without one, content comes from the partner's folder. */
  readonly content: { readonly url: string; readonly tokens: ReadonlyMap<string, string> }
  /** They go by partner (`RECAPTCHA_SECRETS`). */
  readonly recaptchaSecrets: ReadonlyMap<string, string>
  /** Secrets go by partner (`SSO_CLIENT_SECRETS`); `SSO_ISSUERS` names providers that differ from the settings. */
  readonly singleSignOn: {
    readonly secrets: ReadonlyMap<string, string>
    readonly issuers: ReadonlyMap<string, string>
  }
  readonly signInProviders: SignInProviderOptions
  /** Null means that staff have no single sign-on. */
  readonly staffSignOn: StaffSignOnSettings | null
  /** Bearer tokens by partner, where settlement is by HTTP (`SETTLEMENT_SECRETS`). */
  readonly settlementSecrets: ReadonlyMap<string, string>
  /** Bearer tokens by partner whose cards come by HTTP (`PARTNER_CARDS_SECRETS`). */
  readonly partnerCardsSecrets: ReadonlyMap<string, string>
  /** It holds the keys of wallet passes; null where there are none. */
  readonly walletDir: string | null
  /** Null means that the sandbox pays out, and nothing does in production. */
  readonly tremendous: TremendousSettings | null
  readonly backupKeys: BackupKeys
  /** Null keeps photos in the data folder. */
  readonly photoStore: S3Settings | null
  /** Null: tables are exported to folders only. */
  readonly exportStore: S3Service | null
  readonly secrets: Secrets
  readonly passwordCost: PasswordCost
  /** It is a range API of breached passwords; null means that none is asked. */
  readonly breachedPasswordsUrl: string | null
  /** Null means that files are not scanned. */
  readonly malwareScannerUrl: string | null
}

type ProductValues = Values<typeof variables>

/** @throws an error that lists what to set, one line each. */
export function readEnv(source: Source): Env {
  const { values, problems } = readVariables(source, variables)
  const appEnv = values.APP_ENV as Env['appEnv']
  const production = appEnv === 'production'
  const dataDir = resolve(values.DATA_DIR)
  const role = readRole(values, problems)
  if (appEnv !== 'demo') problems.push(...secretProblems(values))
  const providers = {
    twilio: readTwilio(values, problems),
    oneSignal: readOneSignal(values, problems),
    tremendous: readTremendous(values, production, problems),
    photoStore: readPhotoStore(values, problems),
    exportStore: readExportStore(values, problems),
    staffSignOn: readStaffSignOn(values, problems),
  }
  const database = readDatabase(values, problems)
  const outgoingHosts = readOutgoingHosts(values, providers, problems)
  const passwordCost = readPasswordCost(values.PASSWORD_COST, problems)
  if (problems.length > 0) throw new Error(`The environment is not complete:\n  ${problems.join('\n  ')}`)

  return {
    appEnv,
    production,
    consoleHosts: listOf(values.CONSOLE_HOSTS ?? (appEnv === 'demo' ? 'console.localhost' : '')),
    apiHosts: listOf(values.API_HOSTS ?? (appEnv === 'demo' ? 'api.localhost' : '')),
    role,
    host: values.HOST ?? (production ? '0.0.0.0' : 'localhost'),
    port: Number(values.PORT),
    publicUrl: withoutSlash(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    cardFrameUrl: withoutSlash(values.CARD_FRAME_URL ?? `http://localhost:${values.CARD_FRAME_PORT}`),
    dataDir,
    ...database,
    smtpUrl: values.SMTP_URL ?? null,
    resendSecrets: listOf(values.RESEND_WEBHOOK_SECRET),
    ...providers,
    outgoingHosts,
    backupKeys: readBackupKeys(values),
    webPush: readWebPush(values, production ? null : dataDir),
    defaultPartner: values.DEFAULT_PARTNER,
    demoNow: values.DEMO_NOW ? new Date(values.DEMO_NOW) : null,
    demoSize: values.DEMO_SIZE as Env['demoSize'],
    metricsTokens: listOf(values.METRICS_TOKEN),
    trustProxy: isSet(values.TRUST_PROXY),
    devWeb: !production && isSet(values.DEV_WEB),
    logLevel: values.LOG_LEVEL ?? (appEnv === 'demo' ? 'warn' : 'info'),
    slowQueryMs: Number(values.SLOW_QUERY_MS),
    tracing: readTracing(values),
    content: { url: withoutSlash(values.CONTENT_URL), tokens: byPartner(values.CONTENT_TOKENS) },
    recaptchaSecrets: byPartner(values.RECAPTCHA_SECRETS),
    singleSignOn: { secrets: byPartner(values.SSO_CLIENT_SECRETS), issuers: byPartner(values.SSO_ISSUERS) },
    signInProviders: {
      issuers: {
        google: withoutSlash(values.GOOGLE_ISSUER),
        apple: withoutSlash(values.APPLE_ISSUER),
      },
      googleSecrets: byPartner(values.GOOGLE_CLIENT_SECRETS),
      appleKeys: readAppleKeys(byPartner(values.APPLE_SIGN_IN_KEYS)),
    },
    settlementSecrets: byPartner(values.SETTLEMENT_SECRETS),
    partnerCardsSecrets: byPartner(values.PARTNER_CARDS_SECRETS),
    walletDir: values.WALLET_DIR ? resolve(values.WALLET_DIR) : null,
    secrets: readSecrets(values, dataDir, production),
    passwordCost,
    breachedPasswordsUrl: values.BREACHED_PASSWORDS_URL ? withoutSlash(values.BREACHED_PASSWORDS_URL) : null,
    malwareScannerUrl: values.MALWARE_SCANNER_URL ?? null,
  }
}

function readRole({ ROLE: role, DATABASE_URL: database }: ProductValues, problems: string[]): Env['role'] {
  if (role !== 'all' && !database)
    problems.push(
      `ROLE is "${role}", but the embedded database belongs to one process: set DATABASE_URL, or leave ROLE out.`,
    )
  return role as Env['role']
}

function readTracing(values: ProductValues): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = values
  if (!endpoint) return null
  const pairs = headers.split(',').flatMap(pair => {
    const [name, value] = pair.split('=')
    return name && value ? [[name, decodeURIComponent(value)] as const] : []
  })
  return {
    endpoint: withoutSlash(endpoint),
    headers: Object.fromEntries(pairs),
    serviceName: values.OTEL_SERVICE_NAME,
    sampledShare: Number(values.OTEL_TRACES_SAMPLER_ARG),
  }
}

function readTwilio(values: ProductValues, problems: string[]): TwilioSettings | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_URL: url } = values
  if (!accountSid && !authToken) return null
  if (accountSid && authToken) return { accountSid, authTokens: listOf(authToken), url: withoutSlash(url) }
  problems.push('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set together.')
  return null
}

function readPhotoStore(values: ProductValues, problems: string[]): S3Settings | null {
  const { PHOTO_STORE_URL: url, PHOTO_STORE_KEY_ID: keyId, PHOTO_STORE_SECRET: secret } = values
  if (!url && !keyId && !secret) return null
  if (!url || !keyId || !secret) {
    problems.push('PHOTO_STORE_URL, PHOTO_STORE_KEY_ID and PHOTO_STORE_SECRET must be set together.')
    return null
  }
  if (URL.parse(url)?.pathname === '/')
    problems.push(
      `PHOTO_STORE_URL must be an https address with the name of a bucket, such as ${variables.PHOTO_STORE_URL.example}.`,
    )
  return { url: withoutSlash(url), keyId, secret, region: values.PHOTO_STORE_REGION }
}

function readExportStore(values: ProductValues, problems: string[]): S3Service | null {
  const { EXPORT_STORE_URL: url, EXPORT_STORE_KEY_ID: keyId, EXPORT_STORE_SECRET: secret } = values
  if (!url && !keyId && !secret) return null
  if (!url || !keyId || !secret) {
    problems.push('EXPORT_STORE_URL, EXPORT_STORE_KEY_ID and EXPORT_STORE_SECRET must be set together.')
    return null
  }
  if (URL.parse(url)?.pathname !== '/')
    problems.push(
      `EXPORT_STORE_URL must be the address of the service without a bucket, such as ${variables.EXPORT_STORE_URL.example}.`,
    )
  return { url: withoutSlash(url), keyId, secret, region: values.EXPORT_STORE_REGION }
}

const tremendousUrls = {
  production: variables.TREMENDOUS_URL.example,
  sandbox: 'https://testflight.tremendous.com/api/v2',
}

function readTremendous(
  values: ProductValues,
  production: boolean,
  problems: string[],
): TremendousSettings | null {
  const { TREMENDOUS_API_KEY: apiKey, TREMENDOUS_CAMPAIGN_ID: campaignId, TREMENDOUS_URL: url } = values
  if (!apiKey && !campaignId) return null
  if (!apiKey || !campaignId) {
    problems.push('TREMENDOUS_API_KEY and TREMENDOUS_CAMPAIGN_ID must be set together.')
    return null
  }
  return {
    apiKey,
    campaignId,
    url: withoutSlash(url ?? tremendousUrls[production ? 'production' : 'sandbox']),
    fundingSourceId: values.TREMENDOUS_FUNDING_SOURCE,
  }
}

/** It is beside the data, or in the system's folder when that path is too long for a socket. */
export function socketDir(dataDir: string): string {
  const beside = join(dataDir, 'run')
  if (Buffer.byteLength(beside) <= 80) return beside
  return join('/tmp', `dineward-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

interface BackupValues {
  readonly BACKUP_RECIPIENT: string | undefined
  readonly BACKUP_IDENTITY: string | undefined
}

/** The file that `age-keygen` writes has the key on a line of its own, below comments. */
function readBackupKeys(values: BackupValues): BackupKeys {
  const identities = values.BACKUP_IDENTITY?.match(/AGE-SECRET-KEY-(?:PQ-)?1[\dA-Z]+/g) ?? []
  return { recipients: listOf(values.BACKUP_RECIPIENT), identities }
}

interface OneSignalValues {
  readonly ONESIGNAL_APP_IDS: string | undefined
  readonly ONESIGNAL_API_KEYS: string | undefined
  readonly ONESIGNAL_URL: string
}

/** Null where neither is set. */
function readOneSignal(values: OneSignalValues, problems: string[]): OneSignalSettings | null {
  const [appIds, keys] = [byPartner(values.ONESIGNAL_APP_IDS), byPartner(values.ONESIGNAL_API_KEYS)]
  if (appIds.size === 0 && keys.size === 0) return null
  const names = (map: ReadonlyMap<string, string>) => [...map.keys()].sort().join()
  if (names(appIds) !== names(keys))
    problems.push('ONESIGNAL_APP_IDS and ONESIGNAL_API_KEYS must name the same partners.')
  const apps = [...appIds].map(([slug, appId]) => [slug, { appId, apiKey: keys.get(slug) ?? '' }] as const)
  return { url: withoutSlash(values.ONESIGNAL_URL), apps: new Map(apps) }
}

interface WebPushKey {
  /** The VAPID key is 32 bytes in base64url. */
  readonly privateKey: string
  /** It is not from the environment: notifications are files in the data folder. */
  readonly isGenerated: boolean
}

/** A key is generated in `dataDir` if there is none; null generates it nowhere. */
function readWebPush(
  { VAPID_PRIVATE_KEY: given }: { readonly VAPID_PRIVATE_KEY: string | undefined },
  dataDir: string | null,
): WebPushKey | null {
  if (given) return { privateKey: given, isGenerated: false }
  if (dataDir === null) return null
  // Any 32 random bytes are one, but for one in billions.
  const { vapid } = readOrCreateSecrets(dataDir, ['vapid'], 'web-push.json')
  return { privateKey: vapid, isGenerated: true }
}
