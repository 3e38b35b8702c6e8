import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cardNetworks, webhookSecretOf } from '@dineward/core/rewards/reports/networks.rules.ts'

export interface Env {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** It is the path of a Unix socket to listen on, in the place of host and port. */
  readonly socket: string | null
  /** It is that of the card frame, as browsers see it. */
  readonly origin: string
  readonly isParent: ParentRule
  /** Trust one proxy about the client's address, which rate limits count by. */
  readonly trustProxy: boolean
  readonly logLevel: string
  readonly keys: CardKeys
}

export interface CardKeys {
  /** It is shared with the product, which verifies tokens; of several it is the one that signs. */
  readonly token: string
  /** It is not shared, and fingerprints a number without disclosing it. */
  readonly fingerprint: string
}

type Source = Record<string, string | undefined>

/** @throws an error that lists what to set, one line each. */
export function readEnv(environment: Source): Env {
  const fileProblems: string[] = []
  const source = withSecretFiles(environment, fileProblems)
  const production = source.APP_ENV === 'production'
  const port = Number(source.CARD_FRAME_PORT || 3001)
  const productPort = Number(source.PORT || 3000)
  const problems = [
    ...fileProblems,
    ...portProblems('CARD_FRAME_PORT', port),
    ...portProblems('PORT', productPort),
    ...socketProblems(source.CARD_FRAME_SOCKET),
    ...flagProblems('TRUST_PROXY', source.TRUST_PROXY),
    ...(production ? productionProblems(source) : []),
  ]
  if (problems.length > 0) throw new Error(`The environment is not complete:\n  ${problems.join('\n  ')}`)
  const publicUrl = source.PUBLIC_URL || `http://localhost:${productPort}`
  const listed = listOf(source.ALLOWED_PARENTS)
  return {
    production,
    host: source.HOST || (production ? '0.0.0.0' : 'localhost'),
    port,
    socket: source.CARD_FRAME_SOCKET || null,
    origin: new URL(source.CARD_FRAME_URL || `http://localhost:${port}`).origin,
    isParent: parentRule({
      listed: production ? listed : [...listed, new URL(publicUrl).origin],
      loopbackPort: production ? null : productPort,
    }),
    trustProxy: source.TRUST_PROXY === '1' || source.TRUST_PROXY === 'true',
    logLevel: source.LOG_LEVEL || 'info',
    keys: readKeys(source, production),
  }
}

function portProblems(name: string, port: number): string[] {
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? [] : [`${name} must be a port number.`]
}

/** The system cuts off longer ones. */
const maxSocketBytes = 100

function socketProblems(path = ''): string[] {
  if (path === '' || (path.startsWith('/') && Buffer.byteLength(path) <= maxSocketBytes)) return []
  return [`CARD_FRAME_SOCKET is "${path}"; it must be an absolute path of at most ${maxSocketBytes} bytes.`]
}

function flagProblems(name: string, text = ''): string[] {
  return /^(0|1|true|false)?$/.test(text) ? [] : [`${name} is "${text}"; it must be 1 or 0.`]
}

const listOf = (text = ''): string[] => text.split(',').flatMap(part => part.trim() || [])

function isSecureOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.origin === text.replace(/\/$/, '')
}

const minSecretLength = 16
/** A word again and again, or one letter, is no secret. */
const minDistinctSigns = 8

const secretVariables = ['CARD_TOKEN_SECRET', 'CARD_FINGERPRINT_SECRET'] as const
const productionVariables = ['CARD_FRAME_URL', 'ALLOWED_PARENTS', ...secretVariables]

/** This is as in the product: `NAME_FILE` names a file that holds the secret. */
function withSecretFiles(source: Source, problems: string[]): Source {
  const read: Source = {}
  for (const name of secretVariables) {
    const file = source[`${name}_FILE`]
    if (!file) continue
    if (source[name]) problems.push(`${name} and ${name}_FILE cannot both be set.`)
    try {
      read[name] = readFileSync(file, 'utf8')
        .trim()
        .replace(/\s*[\r\n]+\s*/g, ',')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`${name}_FILE is "${file}", which cannot be read (${code}).`)
    }
  }
  return { ...source, ...read }
}

const isStrong = (secret: string): boolean =>
  secret.length >= minSecretLength && new Set(secret).size >= minDistinctSigns

function productionProblems(source: Source): string[] {
  const missing = productionVariables
    .filter(name => !source[name])
    .map(name => `${name} must be set when APP_ENV is production.`)
  const short = secretVariables
    .filter(name => listOf(source[name]).some(secret => !isStrong(secret)))
    .map(
      name =>
        `${name} must have at least ${minSecretLength} characters, of which ${minDistinctSigns} differ.`,
    )
  const same =
    source.CARD_FINGERPRINT_SECRET &&
    listOf(source.CARD_TOKEN_SECRET).includes(source.CARD_FINGERPRINT_SECRET)
      ? [`${secretVariables.join(' and ')} must be different.`]
      : []
  const addresses = ['CARD_FRAME_URL', 'ALLOWED_PARENTS'] as const
  const insecure = addresses
    .filter(name => listOf(source[name]).some(text => !isSecureOrigin(text)))
    .map(name => `${name} must hold addresses such as https://dining.example.com.`)
  return [...missing, ...short, ...same, ...insecure]
}

/** Variables win over the data folder, where missing secrets are generated once outside production. */
function readKeys(source: Source, production: boolean): CardKeys {
  const [token] = listOf(source.CARD_TOKEN_SECRET)
  const fingerprint = source.CARD_FINGERPRINT_SECRET
  if (production || (token && fingerprint)) return { token: token ?? '', fingerprint: fingerprint ?? '' }
  const dataDir = resolve(source.DATA_DIR || '.data')
  const shared = join(dataDir, 'secrets.json')
  const own = join(dataDir, 'card-frame.json')
  return {
    token: token || readOrCreateSecrets(shared, sharedSecrets, 'cardToken'),
    fingerprint: fingerprint || readOrCreateSecrets(own, ['fingerprint'], 'fingerprint'),
  }
}

/** The product and the card frame share this file: the one that starts first generates all of it. */
const sharedSecrets = ['app', ...cardNetworks.map(webhookSecretOf), 'cardToken']

/**
 * This is as in the product, which shares the first file. @throws when a secret that is `needed` is missing or short.
 */
function readOrCreateSecrets(file: string, names: readonly string[], needed: string): string {
  if (!existsSync(file)) createOnce(file, names)
  const secret = parseObject(readFileSync(file, 'utf8'))[needed]
  if (typeof secret === 'string' && secret.length >= minSecretLength) return secret
  throw new Error(
    `${file} has no complete secret "${needed}". Restore the file from a backup, or delete it: new secrets are generated then.`,
  )
}

/** The file is written beside and linked, so that it is never half written. */
function createOnce(file: string, names: readonly string[]): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const fresh = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('base64url')]))
  try {
    writeFileSync(draft, JSON.stringify(fresh, null, 2), { flag: 'wx', mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

export type ParentRule = (origin: string) => boolean

/** `listed` are origins. `loopbackPort`, outside production only, allows `localhost` and `{slug}.localhost` there. */
export function parentRule(options: {
  readonly listed: readonly string[]
  readonly loopbackPort: number | null
}): ParentRule {
  const listed = new Set(options.listed)
  return origin => {
    if (listed.has(origin)) return true
    if (options.loopbackPort === null) return false
    const match = /^http:\/\/(?:[a-z0-9-]+\.)?localhost:(\d{1,5})$/.exec(origin)
    return match !== null && Number(match[1]) === options.loopbackPort
  }
}
