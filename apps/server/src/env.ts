import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { minSecretLength, readOrCreateSecrets } from './data-folder.ts'
import { flag, isServiceUrl, isWebOrigin, oneOf, portNumber } from './env-values.ts'
import type { S3Settings } from './gateways/s3-photo-store.ts'
import type { TremendousSettings } from './gateways/tremendous-payout-provider.ts'
import type { TwilioSettings } from './gateways/twilio-text-messenger.ts'
import { type PasswordCost, readPasswordCost } from './password-cost.ts'

export interface Env {
  readonly appEnv: 'demo' | 'staging' | 'production'
  readonly production: boolean
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly cardFrameUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Null keeps mails as files in the data folder. */
  readonly smtpUrl: string | null
  /** Signs what the mail provider reports (`RESEND_WEBHOOK_SECRET`); empty: nothing is reported. */
  readonly resendSecrets: readonly string[]
  /** Null keeps text messages as files in the data folder. */
  readonly twilio: TwilioSettings | null
  readonly defaultPartner: string
  readonly demoNow: Date | null
  readonly metricsToken: string | null
  /** Trust the one proxy in front about scheme and address. */
  readonly trustProxy: boolean
  readonly devWeb: boolean
  readonly logLevel: string
  /** ButterCMS tokens by partner (`CONTENT_TOKENS`). Without one, content comes from the partner's folder. */
  readonly content: { readonly url: string; readonly tokens: ReadonlyMap<string, string> }
  /** By partner (`RECAPTCHA_SECRETS`). */
  readonly recaptchaSecrets: ReadonlyMap<string, string>
  /** By partner (`SSO_CLIENT_SECRETS`); `SSO_ISSUERS` names providers that differ from the settings. */
  readonly singleSignOn: {
    readonly secrets: ReadonlyMap<string, string>
    readonly issuers: ReadonlyMap<string, string>
  }
  /** Bearer tokens by partner, where settlement is by HTTP (`SETTLEMENT_SECRETS`). */
  readonly settlementSecrets: ReadonlyMap<string, string>
  /** Bearer tokens by partner whose cards come by HTTP (`PARTNER_CARDS_SECRETS`). */
  readonly partnerCardsSecrets: ReadonlyMap<string, string>
  /** Null: the sandbox pays out, and nothing is in production. */
  readonly tremendous: TremendousSettings | null
  /** Null keeps photos in the data folder. */
  readonly photoStore: S3Settings | null
  readonly secrets: Secrets
  readonly passwordCost: PasswordCost
  /** A range API of breached passwords; null: not asked. */
  readonly breachedPasswordsUrl: string | null
}

export interface Secrets {
  readonly csrf: string
  /** Shared with the card network: signs what it sends us. */
  readonly fidelWebhook: string
  /** Of a second network; empty in production where there is none. */
  readonly kardWebhook: string
  /** Shared with the card frame: proves that a card token came from it. */
  readonly cardToken: string
}

const secretVariables: Record<keyof Secrets, string> = {
  csrf: 'CSRF_SECRET',
  fidelWebhook: 'FIDEL_WEBHOOK_SECRET',
  kardWebhook: 'KARD_WEBHOOK_SECRET',
  cardToken: 'CARD_TOKEN_SECRET',
}

type Source = Record<string, string | undefined>

const productionVariables = () => [
  'DATABASE_URL',
  'PUBLIC_URL',
  'CARD_FRAME_URL',
  'SMTP_URL',
  ...Object.values(secretVariables).filter(name => name !== secretVariables.kardWebhook),
]

/** @throws an error that lists what to set, one line each. */
export function readEnv(source: Source): Env {
  const problems: string[] = []
  const appEnv = oneOf(source.APP_ENV || 'demo', ['demo', 'staging', 'production'] as const, problems)
  const production = appEnv === 'production'
  const port = portNumber('PORT', source.PORT, 3000, problems)
  const cardFramePort = portNumber('CARD_FRAME_PORT', source.CARD_FRAME_PORT, 3001, problems)
  const dataDir = resolve(source.DATA_DIR || '.data')
  if (production) {
    for (const name of productionVariables()) {
      if (!source[name]) problems.push(`${name} must be set when APP_ENV is production.`)
    }
  }
  if (appEnv !== 'demo') problems.push(...secretProblems(source))
  problems.push(...originProblems(source, production))
  problems.push(...mailProblems(source))
  if (source.CONTENT_URL && !isServiceUrl(source.CONTENT_URL, production))
    problems.push(
      `CONTENT_URL must be an https address without a query, such as ${contentUrl}${production ? '' : '; http is for this machine only'}.`,
    )
  for (const name of partnerLists)
    if (source[name] && !listsPartners.test(source[name]))
      problems.push(`${name} must list partners and their values, such as "skyward=abc,harbor=def".`)
  const providers = {
    twilio: readTwilio(source, production, problems),
    tremendous: readTremendous(source, production, problems),
    photoStore: readPhotoStore(source, production, problems),
  }
  const passwordCost = readPasswordCost(source.PASSWORD_COST, problems)
  const breachedPasswordsUrl = readBreachedPasswords(source, production, problems)
  const demoNow = readDemoNow(source, production, problems)
  if (problems.length > 0) throw new Error(`The environment is not complete:\n  ${problems.join('\n  ')}`)

  return {
    appEnv,
    production,
    host: source.HOST || (production ? '0.0.0.0' : 'localhost'),
    port,
    publicUrl: (source.PUBLIC_URL || `http://localhost:${port}`).replace(/\/$/, ''),
    cardFrameUrl: (source.CARD_FRAME_URL || `http://localhost:${cardFramePort}`).replace(/\/$/, ''),
    dataDir,
    databaseUrl: source.DATABASE_URL || null,
    smtpUrl: source.SMTP_URL || null,
    resendSecrets: source.RESEND_WEBHOOK_SECRET?.split(',').map(secret => secret.trim()) ?? [],
    ...providers,
    defaultPartner: source.DEFAULT_PARTNER || 'skyward',
    demoNow,
    metricsToken: source.METRICS_TOKEN || null,
    trustProxy: flag(source.TRUST_PROXY),
    devWeb: !production && flag(source.DEV_WEB),
    logLevel: source.LOG_LEVEL || (appEnv === 'demo' ? 'warn' : 'info'),
    content: {
      url: (source.CONTENT_URL || contentUrl).replace(/\/$/, ''),
      tokens: byPartner(source.CONTENT_TOKENS),
    },
    recaptchaSecrets: byPartner(source.RECAPTCHA_SECRETS),
    singleSignOn: { secrets: byPartner(source.SSO_CLIENT_SECRETS), issuers: byPartner(source.SSO_ISSUERS) },
    settlementSecrets: byPartner(source.SETTLEMENT_SECRETS),
    partnerCardsSecrets: byPartner(source.PARTNER_CARDS_SECRETS),
    secrets: readSecrets(source, dataDir, production),
    passwordCost,
    breachedPasswordsUrl,
  }
}

function originProblems(source: Source, production: boolean): string[] {
  return ['PUBLIC_URL', 'CARD_FRAME_URL']
    .filter(name => source[name] && !isWebOrigin(source[name], production ? /^https:$/ : /^https?:$/))
    .map(name => `${name} is "${source[name]}"; it must be an address such as https://dining.example.com.`)
}

function readDemoNow(source: Source, production: boolean, problems: string[]): Date | null {
  if (!source.DEMO_NOW) return null
  if (production) problems.push('DEMO_NOW moves the clock and cannot be set when APP_ENV is production.')
  const demoNow = new Date(source.DEMO_NOW)
  if (Number.isNaN(demoNow.getTime()))
    problems.push('DEMO_NOW must be an ISO time such as 2026-03-01T12:00:00Z.')
  return demoNow
}

function mailProblems(source: Source): string[] {
  const problems: string[] = []
  if (source.SMTP_URL && !/^smtps?:\/\/\S+$/.test(source.SMTP_URL))
    problems.push('SMTP_URL must be an address such as smtps://user:password@mail.example.com.')
  if (source.RESEND_WEBHOOK_SECRET && !isSvixSecrets.test(source.RESEND_WEBHOOK_SECRET))
    problems.push('RESEND_WEBHOOK_SECRET must be whsec_ and base64; several are separated by commas.')
  return problems
}

const isSvixSecrets = /^\s*whsec_[\w+/=]{16,}(\s*,\s*whsec_[\w+/=]{16,})*\s*$/

const contentUrl = 'https://api.buttercms.com/v2'

function readTwilio(source: Source, production: boolean, problems: string[]): TwilioSettings | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_URL: url } = source
  if (!accountSid && !authToken) return null
  if (!accountSid || !authToken) {
    problems.push('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set together.')
    return null
  }
  if (!/^AC[0-9a-f]{32}$/.test(accountSid)) problems.push('TWILIO_ACCOUNT_SID must be AC and 32 characters.')
  if (url && !isServiceUrl(url, production))
    problems.push('TWILIO_URL must be an https address such as https://api.twilio.com.')
  return { accountSid, authToken, url: (url || 'https://api.twilio.com').replace(/\/$/, '') }
}

function readBreachedPasswords(source: Source, production: boolean, problems: string[]): string | null {
  const url = source.BREACHED_PASSWORDS_URL
  if (url && !isServiceUrl(url, production))
    problems.push('BREACHED_PASSWORDS_URL must be an https address such as https://api.pwnedpasswords.com.')
  return url ? url.replace(/\/$/, '') : null
}

function readPhotoStore(source: Source, production: boolean, problems: string[]): S3Settings | null {
  const { PHOTO_STORE_URL: url, PHOTO_STORE_KEY_ID: keyId, PHOTO_STORE_SECRET: secret } = source
  if (!url && !keyId && !secret) return null
  if (!url || !keyId || !secret) {
    problems.push('PHOTO_STORE_URL, PHOTO_STORE_KEY_ID and PHOTO_STORE_SECRET must be set together.')
    return null
  }
  if (!isServiceUrl(url, production) || URL.parse(url)?.pathname === '/')
    problems.push(
      'PHOTO_STORE_URL must be an https address with the name of a bucket, such as https://s3.us-east-1.amazonaws.com/photos.',
    )
  return { url: url.replace(/\/$/, ''), keyId, secret, region: source.PHOTO_STORE_REGION || 'us-east-1' }
}

const tremendousUrls = {
  production: 'https://www.tremendous.com/api/v2',
  sandbox: 'https://testflight.tremendous.com/api/v2',
}

function readTremendous(source: Source, production: boolean, problems: string[]): TremendousSettings | null {
  const { TREMENDOUS_API_KEY: apiKey, TREMENDOUS_CAMPAIGN_ID: campaignId, TREMENDOUS_URL: url } = source
  if (!apiKey && !campaignId) return null
  if (!apiKey || !campaignId) {
    problems.push('TREMENDOUS_API_KEY and TREMENDOUS_CAMPAIGN_ID must be set together.')
    return null
  }
  if (url && !isServiceUrl(url, production))
    problems.push('TREMENDOUS_URL must be an https address such as https://www.tremendous.com/api/v2.')
  return {
    apiKey,
    campaignId,
    url: (url || tremendousUrls[production ? 'production' : 'sandbox']).replace(/\/$/, ''),
    fundingSourceId: source.TREMENDOUS_FUNDING_SOURCE || 'balance',
  }
}

const partnerLists = [
  'CONTENT_TOKENS',
  'PARTNER_CARDS_SECRETS',
  'RECAPTCHA_SECRETS',
  'SETTLEMENT_SECRETS',
  'SSO_CLIENT_SECRETS',
  'SSO_ISSUERS',
]

/** `skyward=abc,harbor=def` */
const listsPartners = /^\s*[\w-]+=[^\s,]+(\s*,\s*[\w-]+=[^\s,]+)*\s*$/

function byPartner(text = ''): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').flatMap(pair => {
      const [, slug, secret] = /^\s*([\w-]+)=(\S+)\s*$/.exec(pair) ?? []
      return slug && secret ? [[slug, secret] as const] : []
    }),
  )
}

/** A card network's may be several. All differ: who holds one must not be able to use another. */
function secretProblems(source: Source): string[] {
  const secrets = Object.values(secretVariables).flatMap(name =>
    source[name] ? source[name].split(',').map(secret => ({ name, secret: secret.trim() })) : [],
  )
  const short = secrets.filter(({ secret }) => secret.length < minSecretLength)
  const problems = [...new Set(short.map(({ name }) => name))].map(name =>
    name === secretVariables.fidelWebhook || name === secretVariables.kardWebhook
      ? `Each secret of ${name} must have at least ${minSecretLength} characters.`
      : `${name} must have at least ${minSecretLength} characters.`,
  )
  if (new Set(secrets.map(({ secret }) => secret)).size < secrets.length)
    problems.push(`${Object.values(secretVariables).join(', ')} must all be different.`)
  return problems
}

function readSecrets(source: Source, dataDir: string, production: boolean): Secrets {
  return {
    ...readFileOfSecrets(source, ['csrf', 'fidelWebhook', 'cardToken'], !production && { dataDir }),
    // A file of its own: data folders from before it keep their secrets.
    ...readFileOfSecrets(source, ['kardWebhook'], !production && { dataDir, fileName: 'kard.json' }),
  }
}

/** Of the environment, else of a generated file; empty where there is neither. */
function readFileOfSecrets<Name extends keyof Secrets>(
  source: Source,
  names: readonly Name[],
  file: { dataDir: string; fileName?: string } | false,
): Record<Name, string> {
  const isGiven = names.every(name => source[secretVariables[name]])
  const generated = isGiven || !file ? null : readOrCreateSecrets(file.dataDir, names, file.fileName)
  const read = (name: Name) => source[secretVariables[name]] || generated?.[name] || ''
  return Object.fromEntries(names.map(name => [name, read(name)])) as Record<Name, string>
}

/** Beside the data, or in the system's folder when that path is too long for a socket. */
export function socketDir(dataDir: string): string {
  const beside = join(dataDir, 'run')
  if (beside.length <= 80) return beside
  return join('/tmp', `dineward-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}
