import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { secretsByVariable } from './env-secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = (name: string) => ({ DATA_DIR: join(folder, name) })

describe('generated secrets', () => {
  test('missing secrets: first start -> generated, readable by the owner only; next start -> the same', () => {
    const first = readEnv(dataDir('secrets'))
    const second = readEnv(dataDir('secrets'))
    expect(second.secrets).toEqual(first.secrets)
    expect(first.secrets.app).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect(statSync(join(folder, 'secrets/secrets.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'secrets/secrets.json'), 'utf8')).toContain(
      first.secrets.fidelWebhook[0],
    )
  })

  test('data folder -> readable by the owner only, with nothing beside the secrets', () => {
    readEnv(dataDir('private'))
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(folder, 'private'))).toEqual(['secrets.json', 'web-push.json'])
  })

  const complete = {
    app: 'a'.repeat(43),
    fidelWebhook: 'b'.repeat(43),
    kardWebhook: 'd'.repeat(43),
    cardToken: 'c'.repeat(43),
  }
  test.each([
    ['empty, as a full disk left it', ''],
    ['cut off', JSON.stringify(complete).slice(0, 60)],
    ['not an object', 'null'],
    ['one secret missing', JSON.stringify({ ...complete, cardToken: undefined })],
    ['one secret empty', JSON.stringify({ ...complete, app: '' })],
    ['one secret short', JSON.stringify({ ...complete, fidelWebhook: 'short' })],
  ])('secrets file %s -> the start is refused and says what to do', (_case, text) => {
    const own = dataDir(`broken-${text.length}`)
    mkdirSync(own.DATA_DIR)
    writeFileSync(join(own.DATA_DIR, 'secrets.json'), text)
    expect(() => readEnv(own)).toThrow(/secrets\.json has no complete secret "\w+"\. Restore/)
  })
})

describe('secrets in files', () => {
  const secretFile = (name: string, text: string) => {
    const file = join(folder, `${name}.secret`)
    writeFileSync(file, text)
    return file
  }
  test('secrets in files -> read without the last line break; lines of a list are as good as commas', () => {
    const env = readEnv({
      APP_ENV: 'staging',
      ...dataDir('files'),
      DATABASE_URL: '',
      DATABASE_URL_FILE: secretFile('database-url', 'postgres://app:pw@localhost/dineward\n'),
      APP_SECRET: '',
      APP_SECRET_FILE: secretFile('app', 'a-secret-from-a-file\nthe-one-before-it\n'),
      CONTENT_TOKENS_FILE: secretFile('tokens', 'skyward=abc\r\nharbor=def\r\n'),
    })
    expect(env.databaseUrl).toBe('postgres://app:pw@localhost/dineward')
    expect(env.secrets.app).toEqual(['a-secret-from-a-file', 'the-one-before-it'])
    expect([...env.content.tokens.keys()]).toEqual(['skyward', 'harbor'])
  })

  test.each([
    [{ APP_SECRET_FILE: '/nowhere/app' }, 'APP_SECRET_FILE is "/nowhere/app", which cannot be read (ENOENT)'],
    [{ SMTP_URL_FILE: secretFile('empty', '\n') }, 'which is empty'],
    [
      { APP_SECRET: 'in-the-environment', APP_SECRET_FILE: secretFile('both', 'in-the-file') },
      'APP_SECRET and APP_SECRET_FILE cannot both be set',
    ],
    [{ SMTP_URL_FILE: secretFile('wrong', 's3cret') }, 'SMTP_URL must be an address'],
  ])('%o -> refused, without the content of the file', (source, sentence) => {
    const read = () => readEnv({ ...dataDir('unreadable'), ...source })
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(/s3cret|in-the-/)
  })
})

describe('secrets of a role', () => {
  const live = {
    APP_ENV: 'production',
    PUBLIC_URL: 'https://dining.example',
    CARD_FRAME_URL: 'https://cards.example',
    DATABASE_URL: 'postgres://localhost/dineward',
  }
  const ofWeb = {
    APP_SECRET: 'kD8sJ2mNq7vXz4Rt',
    CARD_TOKEN_SECRET: 'wP3fLb9yHc6uQe1A',
    FIDEL_WEBHOOK_SECRET: 'tZ5gVx8oKi2nMr7S',
  }
  const ofWorker = { SMTP_URL: 'smtp://localhost:1', APP_SECRET: ofWeb.APP_SECRET }

  test('a web process needs no mail server, a worker of the web’s secrets only the one that seals', () => {
    expect(readEnv({ ...live, ROLE: 'web', ...ofWeb }).smtpUrl).toBeNull()
    expect(readEnv({ ...live, ROLE: 'worker', ...ofWorker }).smtpUrl).toBe(ofWorker.SMTP_URL)
    expect(() => readEnv({ ...live, ROLE: 'web', ...ofWorker })).toThrow('CARD_TOKEN_SECRET must be set')
    expect(() => readEnv({ ...live, ROLE: 'worker', SMTP_URL: ofWorker.SMTP_URL })).toThrow(
      'APP_SECRET must be set',
    )
    expect(() => readEnv({ ...live, ...ofWeb })).toThrow('SMTP_URL must be set')
  })

  test('one that the role does not read -> ignored, even where its file cannot be read', () => {
    const worker = readEnv({ ...live, ROLE: 'worker', ...ofWorker, ...ofWeb, RESEND_WEBHOOK_SECRET: 'x' })
    expect(Object.values(worker.secrets).flat()).toEqual([ofWeb.APP_SECRET])
    expect(worker.resendSecrets).toEqual([])
    const web = {
      ...live,
      ROLE: 'web',
      ...ofWeb,
      SMTP_URL_FILE: '/nowhere',
      DATABASE_OWNER_URL: 'postgres://o@x/y',
    }
    expect(readEnv(web)).toMatchObject({ smtpUrl: null, databaseOwnerUrl: null })
  })

  test('processes agree about the secrets that both read', () => {
    const { secrets } = readEnv({ ...live, ROLE: 'web', ...ofWeb })
    expect(Object.keys(secretsByVariable('web', secrets)).length).toBeGreaterThan(2)
    expect(Object.keys(secretsByVariable('worker', secrets))).toEqual(['APP_SECRET'])
  })
})
