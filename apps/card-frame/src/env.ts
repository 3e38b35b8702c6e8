import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Env {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Of the card frame, as browsers see it. */
  readonly origin: string
  readonly isParent: ParentRule
  /** Trust one proxy about the client's address, which rate limits count by. */
  readonly trustProxy: boolean
  readonly logLevel: string
  readonly keys: CardKeys
}

export interface CardKeys {
  /** Shared with the product, which verifies tokens. */
  readonly token: string
  /** Not shared: fingerprints a number without disclosing it. */
  readonly fingerprint: string
}

type Source = Record<string, string | undefined>

/** @throws an error that lists what to set, one line each. */
export function readEnv(source: Source): Env {
  const production = source.APP_ENV === 'production'
  const port = Number(source.CARD_FRAME_PORT || 3001)
  const productPort = Number(source.PORT || 3000)
  const problems = [
    ...portProblems('CARD_FRAME_PORT', port),
    ...portProblems('PORT', productPort),
    ...(production ? productionProblems(source) : []),
  ]
  if (problems.length > 0) throw new Error(`The environment is not complete:\n  ${problems.join('\n  ')}`)
  const publicUrl = source.PUBLIC_URL || `http://localhost:${productPort}`
  const listed = (source.ALLOWED_PARENTS ?? '').split(',').flatMap(origin => origin.trim() || [])
  return {
    production,
    host: source.HOST || (production ? '0.0.0.0' : 'localhost'),
    port,
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

const productionVariables = [
  'CARD_FRAME_URL',
  'ALLOWED_PARENTS',
  'CARD_TOKEN_SECRET',
  'CARD_FINGERPRINT_SECRET',
]

function productionProblems(source: Source): string[] {
  const missing = productionVariables
    .filter(name => !source[name])
    .map(name => `${name} must be set when APP_ENV is production.`)
  const short = ['CARD_TOKEN_SECRET', 'CARD_FINGERPRINT_SECRET']
    .filter(name => source[name] && source[name].length < 16)
    .map(name => `${name} must have at least 16 characters.`)
  return [...missing, ...short]
}

/** Variables win over the data folder, where missing secrets are generated once outside production. */
function readKeys(source: Source, production: boolean): CardKeys {
  const token = source.CARD_TOKEN_SECRET
  const fingerprint = source.CARD_FINGERPRINT_SECRET
  if (production || (token && fingerprint)) return { token: token ?? '', fingerprint: fingerprint ?? '' }
  const dataDir = resolve(source.DATA_DIR || '.data')
  const shared = readOrCreateSecrets(join(dataDir, 'secrets.json'), ['csrf', 'fidelWebhook', 'cardToken'])
  const own = readOrCreateSecrets(join(dataDir, 'card-frame.json'), ['fingerprint'])
  return {
    token: token || (shared.cardToken ?? ''),
    fingerprint: fingerprint || (own.fingerprint ?? ''),
  }
}

function readOrCreateSecrets(file: string, names: readonly string[]): Record<string, string | undefined> {
  mkdirSync(join(file, '..'), { recursive: true })
  const fresh = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('base64url')]))
  try {
    writeFileSync(file, JSON.stringify(fresh, null, 2), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readWhenWritten(file)
}

/** The other process may have created the file and not written it yet: wait up to a second. */
function readWhenWritten(file: string): Record<string, string | undefined> {
  for (let attempt = 0; ; attempt++) {
    const text = readFileSync(file, 'utf8')
    if (text !== '' || attempt === 50) return JSON.parse(text) as Record<string, string | undefined>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
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
