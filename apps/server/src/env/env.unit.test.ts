import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { protectDataDir } from '../data-folder/data-folder.ts'
import { readEnv, socketDir } from './env.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = (name: string) => ({ DATA_DIR: join(folder, name) })

const production = {
  APP_ENV: 'production',
  DATABASE_URL: 'postgres://db/dineward',
  PUBLIC_URL: 'https://dining.example.com',
  CARD_FRAME_URL: 'https://cards.example.com',
  SMTP_URL: 'smtps://dineward:secret@mail.example.com',
  APP_SECRET: 'a-secret-of-some-length',
  FIDEL_WEBHOOK_SECRET: 'whsec-of-some-length',
  CARD_TOKEN_SECRET: 'another-secret-of-length',
}

describe('environment', () => {
  test('nothing set gives the demo on the documented ports', () => {
    const env = readEnv(dataDir('plain'))
    expect(env).toMatchObject({
      appEnv: 'demo',
      production: false,
      port: 3000,
      publicUrl: 'http://localhost:3000',
      cardFrameUrl: 'http://localhost:3001',
      databaseUrl: null,
      defaultPartner: 'skyward',
      demoNow: null,
    })
  })

  test.each(['web', 'worker'])('role %s without a server database -> refused', role => {
    expect(() => readEnv({ ...dataDir('role'), ROLE: role })).toThrow(
      /belongs to one process: set DATABASE_URL/,
    )
    expect(readEnv({ ...dataDir('role'), ROLE: role, DATABASE_URL: 'postgres://db/dineward' })).toMatchObject(
      {
        role,
      },
    )
  })

  test('role: all by default, and only the three', () => {
    expect(readEnv(dataDir('role')).role).toBe('all')
    expect(() => readEnv({ ...dataDir('role'), ROLE: 'both' })).toThrow(/ROLE is "both"/)
  })

  test.each([
    ['m=65536,t=3,p=4', { memory: 65_536, passes: 3, parallelism: 4 }],
    ['m=7168,t=5,p=1', { memory: 7_168, passes: 5, parallelism: 1 }],
    ['m=7168,t=4,p=1', null],
    ['m=4096,t=50,p=1', null],
    ['m=9000000,t=1,p=1', null],
    ['65536', null],
  ])('password cost %s -> %o', (text, passwordCost) => {
    const read = () => readEnv({ ...dataDir('cost'), PASSWORD_COST: text })
    if (passwordCost) expect(read()).toMatchObject({ passwordCost })
    else expect(read).toThrow(/PASSWORD_COST/)
  })

  const photoStore = {
    PHOTO_STORE_URL: 'https://s3.example/photos/',
    PHOTO_STORE_KEY_ID: 'key',
    PHOTO_STORE_SECRET: 'secret',
  }
  test('photo store: a bucket where one is set, else the data folder', () => {
    expect(readEnv(dataDir('disk')).photoStore).toBeNull()
    expect(readEnv({ ...dataDir('bucket'), ...photoStore }).photoStore).toEqual({
      url: 'https://s3.example/photos',
      keyId: 'key',
      secret: 'secret',
      region: 'us-east-1',
    })
  })

  test('key of notifications: generated once in the demo, none in production, the given one sends', () => {
    const { webPush } = readEnv(dataDir('push'))
    expect(webPush).toMatchObject({ isGenerated: true, privateKey: expect.stringMatching(/^[\w-]{43}$/) })
    expect(readEnv(dataDir('push')).webPush).toEqual(webPush)
    const { privateKey } = webPush!
    expect(readEnv(production).webPush).toBeNull()
    const given = readEnv({ ...production, VAPID_PRIVATE_KEY: privateKey })
    expect(given.webPush).toEqual({ privateKey, isGenerated: false })
  })

  test('native apps to notify, by partner; none in production without', () => {
    const given = { ONESIGNAL_APP_IDS: 'skyward=app-1', ONESIGNAL_API_KEYS: 'skyward=key_1' }
    expect(readEnv({ ...production, ...given }).oneSignal).toEqual({
      url: 'https://api.onesignal.com',
      apps: new Map([['skyward', { appId: 'app-1', apiKey: 'key_1' }]]),
    })
    expect(readEnv(production).oneSignal).toBeNull()
  })

  test('tokens of content accounts are read by partner, and stay out of messages', () => {
    const source = { CONTENT_TOKENS: 'skyward=abc-1, harbor=def_2', CONTENT_URL: 'https://cms.example/v2/' }
    const { content } = readEnv({ ...dataDir('tokens'), ...source })
    expect([...content.tokens]).toEqual([
      ['skyward', 'abc-1'],
      ['harbor', 'def_2'],
    ])
    expect(content.url).toBe('https://cms.example/v2')
    expect(readEnv(dataDir('tokens')).content).toEqual({
      url: 'https://api.buttercms.com/v2',
      tokens: new Map(),
    })
    const broken = () => readEnv({ ...dataDir('tokens'), CONTENT_TOKENS: 'skyward=s3cret,tok s3cret' })
    expect(broken).toThrow(/CONTENT_TOKENS/)
    expect(broken).not.toThrow(/s3cret/)
  })

  test.each([
    ['meridian=foo', {}],
    ['meridian=login.example.com', {}],
    ['meridian=https://login.example.com/?a=1', {}],
    ['meridian=https://login.example.com/, harbor=ftp://login.example.com', {}],
    ['meridian=http://login.example.com', production],
  ])('identity provider %s -> refused by name', (issuers, source) => {
    const own = { ...dataDir('issuers'), ...source, SSO_ISSUERS: issuers }
    expect(() => readEnv(own)).toThrow(/SSO_ISSUERS must list partners and their (https )?addresses/)
  })

  test('identity providers with a path, and on this machine outside production -> accepted', () => {
    const { singleSignOn } = readEnv({
      ...dataDir('issuers'),
      SSO_ISSUERS: 'meridian=http://localhost:3002, harbor=https://login.example.com/realms/bank',
    })
    expect([...singleSignOn.issuers.values()]).toEqual([
      'http://localhost:3002',
      'https://login.example.com/realms/bank',
    ])
  })

  test.each([
    ['TRUST_PROXY', 'yes', 'true'],
    ['DATABASE_URL', 'mysql://db/dineward', 'postgresql://db/dineward'],
    ['DATABASE_URL', 'dineward', 'postgres:///dineward?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://user:p#ss@db/dineward', 'postgres://user:p%23ss@db/dineward'],
    ['DATABASE_URL', 'postgres://user:1/2@db/dineward', 'postgres://user:1%2F2@db/dineward'],
    ['DATABASE_URL', 'postgres://user:p?ss@db/dineward', 'postgres://user@%2Frun%2Fpostgresql/dineward'],
    ['DATABASE_URL', 'postgres://user:50%@db/dineward', 'postgres://user:p@ss word@db:5433/dineward'],
    ['CONSOLE_HOSTS', 'https://console.example.com', 'console.example.com, staff.example.com'],
    ['OTEL_TRACES_SAMPLER_ARG', '10', '0.5'],
  ])('%s %s -> refused by name; %s is taken', (name, wrong, right) => {
    expect(() => readEnv({ ...dataDir('values'), [name]: wrong })).toThrow(new RegExp(`^  ${name} `, 'm'))
    expect(() => readEnv({ ...dataDir('values'), [name]: right })).not.toThrow()
  })

  test('an empty variable is one that is not set', () => {
    const empty = { APP_ENV: '', PORT: '', PUBLIC_URL: '', DATABASE_URL: '', DEMO_NOW: '', HOST: '' }
    expect(readEnv({ ...dataDir('empty'), ...empty })).toEqual(readEnv(dataDir('empty')))
  })

  test('the public address follows PORT', () => {
    expect(readEnv({ ...dataDir('port'), PORT: '4321' }).publicUrl).toBe('http://localhost:4321')
  })

  test('production without a second network -> starts, with no secret that could sign', () => {
    expect(readEnv({ ...production, ...dataDir('production') }).secrets.kardWebhook).toEqual([])
  })

  test('production starts when everything is set', () => {
    expect(readEnv({ ...production, ...dataDir('production') }).secrets.app).toEqual([production.APP_SECRET])
  })

  test.each(Object.keys(production).filter(name => name !== 'APP_ENV'))(
    'production without %s refuses to start and says which',
    name => {
      expect(() => readEnv({ ...production, ...dataDir('production'), [name]: '' })).toThrow(
        `${name} must be set`,
      )
    },
  )

  test.each([
    [{ APP_ENV: 'prod' }, 'APP_ENV is "prod"; it must be one of demo, staging, production.'],
    [{ PORT: 'eighty' }, 'PORT is "eighty"; it must be a port number.'],
    [{ PORT: '70000' }, 'PORT is "70000"'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; it must be one of fatal'],
    [{ CARD_FRAME_PORT: '-1' }, 'CARD_FRAME_PORT is "-1"'],
    [{ SSO_PORT: 'abc' }, 'SSO_PORT is "abc"; it must be a port number.'],
    [{ PUBLIC_URL: 'dining.example.com' }, 'PUBLIC_URL is "dining.example.com"; it must be an address'],
    [{ PUBLIC_URL: 'https://example.com/dining' }, 'PUBLIC_URL is "https://example.com/dining"'],
    [{ CARD_FRAME_URL: 'ftp://cards.example.com' }, 'CARD_FRAME_URL is "ftp://cards.example.com"'],
    [{ CONTENT_TOKENS: 'tok_secret' }, 'CONTENT_TOKENS must list partners and their values'],
    [{ CONTENT_TOKENS: 'skyward=' }, 'CONTENT_TOKENS must list'],
    [{ CONTENT_TOKENS: 'skyward=a,,harbor=b' }, 'CONTENT_TOKENS must list'],
    [{ RESEND_WEBHOOK_SECRET: 'secret' }, 'RESEND_WEBHOOK_SECRET must be whsec_'],
    [{ TWILIO_AUTH_TOKEN: 'secret' }, 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set together'],
    [{ STAFF_PASSWORDS: 'off' }, 'so that staff could not sign in'],
    [{ STAFF_SSO_ISSUER: 'https://login.example.com' }, 'STAFF_SSO_GROUPS must be set together'],
    [{ STAFF_SSO_GROUPS: 'dining-admins=admin' }, 'STAFF_SSO_GROUPS must list groups with a role'],
    [{ STAFF_SSO_MAX_SESSION_MINUTES: '4' }, 'STAFF_SSO_MAX_SESSION_MINUTES must be a number from 5'],
    [{ TWILIO_AUTH_TOKEN: 'secret', TWILIO_ACCOUNT_SID: 'x' }, 'TWILIO_ACCOUNT_SID must be AC'],
    [
      { ONESIGNAL_APP_IDS: 'skyward=a,harbor=b', ONESIGNAL_API_KEYS: 'skyward=k' },
      'ONESIGNAL_APP_IDS and ONESIGNAL_API_KEYS must name the same partners',
    ],
    [{ VAPID_PRIVATE_KEY: 'short' }, 'VAPID_PRIVATE_KEY must be a private key of P-256'],
    [{ CONTENT_URL: 'api.buttercms.com' }, 'CONTENT_URL must be an https address'],
    [{ CONTENT_URL: 'http://api.buttercms.com/v2' }, 'CONTENT_URL must be an https address'],
    [{ CONTENT_URL: 'https://api.buttercms.com/v2?auth_token=x' }, 'CONTENT_URL must be an https address'],
    [{ CONTENT_URL: 'https://user:secret@api.example/v2' }, 'CONTENT_URL must be an https address'],
    [{ ...production, CONTENT_URL: 'http://localhost:9/v2' }, 'CONTENT_URL must be an https address'],
    [{ BREACHED_PASSWORDS_URL: 'http://ranges.example' }, 'BREACHED_PASSWORDS_URL must be an https address'],
    [{ MALWARE_SCANNER_URL: 'http://localhost:3310' }, 'MALWARE_SCANNER_URL must be clamd://localhost:3310'],
    [
      { MALWARE_SCANNER_URL: 'clamd://scanner.example.com:3310' },
      'MALWARE_SCANNER_URL must begin with clamds',
    ],
    [
      { OUTGOING_HOSTS: 'example.com', MALWARE_SCANNER_URL: 'clamds://scanner.example.com:3310' },
      'MALWARE_SCANNER_URL leads to scanner.example.com, which',
    ],
    [{ PHOTO_STORE_URL: 'https://s3.example/photos' }, 'PHOTO_STORE_SECRET must be set together'],
    [{ ...photoStore, PHOTO_STORE_URL: 'https://s3.example' }, 'with the name of a bucket'],
    [{ ...production, ...photoStore, PHOTO_STORE_URL: 'http://localhost:9/b' }, 'must be an https address'],
    [{ DEMO_NOW: 'yesterday' }, 'DEMO_NOW must be an ISO time'],
    [{ ...production, DEMO_NOW: '2026-03-01T12:00:00Z' }, 'DEMO_NOW moves the clock'],
    [
      { ...production, APP_SECRET: 'short' },
      'APP_SECRET must have at least 16 characters, of which 8 differ.',
    ],
    [{ APP_ENV: 'staging', APP_SECRET: 'short' }, 'APP_SECRET must have at least 16 characters'],
    [{ ...production, APP_SECRET: 'a'.repeat(40) }, 'APP_SECRET must have at least 16 characters'],
    [{ ...production, METRICS_TOKEN: 'x' }, 'METRICS_TOKEN must have at least 16 characters'],
    [
      { ...production, FIDEL_WEBHOOK_SECRET: 'a,whsec-of-some-length' },
      'Each secret of FIDEL_WEBHOOK_SECRET',
    ],
    [{ ...production, KARD_WEBHOOK_SECRET: 'short' }, 'Each secret of KARD_WEBHOOK_SECRET'],
    [{ ...production, KARD_WEBHOOK_SECRET: production.FIDEL_WEBHOOK_SECRET }, 'must all be different'],
    [{ ...production, FIDEL_WEBHOOK_SECRET: 'whsec-of-some-length,' }, 'Each secret of FIDEL_WEBHOOK_SECRET'],
    [{ ...production, CARD_TOKEN_SECRET: production.APP_SECRET }, 'must all be different'],
    [
      {
        ...production,
        FIDEL_WEBHOOK_SECRET: `${production.FIDEL_WEBHOOK_SECRET}, ${production.APP_SECRET}`,
      },
      'must all be different',
    ],
    [{ ...production, PUBLIC_URL: 'http://dining.example.com' }, 'PUBLIC_URL is "http://dining.example.com"'],
    [{ ...production, CARD_FRAME_URL: 'http://cards.example.com' }, 'CARD_FRAME_URL is "http://cards'],
    [{ RECAPTCHA_SECRETS: 'skyward' }, 'RECAPTCHA_SECRETS must list partners and their values'],
    [
      { SSO_ISSUERS: 'harbor=http://login.example.com' },
      'SSO_ISSUERS must list partners and their addresses',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel.example.com:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an https address; http is for this machine only.',
    ],
    [{ SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }, 'SMTP_URL says ignoreTLS'],
    [{ OUTGOING_HOSTS: 'https://api.twilio.com' }, 'OUTGOING_HOSTS must list host names'],
    [
      { OUTGOING_HOSTS: 'api.twilio.com', SMTP_URL: 'smtps://user:secret@mail.example.com' },
      'SMTP_URL leads to mail.example.com, which OUTGOING_HOSTS does not name.',
    ],
    [
      { OUTGOING_HOSTS: 'example.com', ...photoStore, PHOTO_STORE_URL: 'https://s3.example.com/photos' },
      'PHOTO_STORE_URL leads to s3.example.com, which',
    ],
    [
      { OUTGOING_HOSTS: '*.example.com', RECAPTCHA_SECRETS: 'skyward=key' },
      'RECAPTCHA_SECRETS leads to www.google.com, which',
    ],
  ])('%o is refused in a sentence', (source, sentence) => {
    expect(() => readEnv({ ...dataDir('refused'), ...source })).toThrow(sentence)
  })

  test('hosts to call: what is configured is among them -> starts', () => {
    const env = readEnv({
      ...dataDir('outgoing'),
      OUTGOING_HOSTS: 'Mail.example.com, *.example.net',
      SMTP_URL: 'smtps://user:secret@mail.example.com',
      SSO_ISSUERS: 'harbor=https://login.example.net',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    })
    expect(env.outgoingHosts).toEqual(['mail.example.com', '*.example.net'])
  })

  test.each([
    'clamd://localhost:3310',
    'clamd://[::1]:3310',
    'clamd:///run/clamav/clamd.ctl',
    'clamds://scanner.example.com:3310',
  ])('malware scanner %s -> starts', url => {
    const OUTGOING_HOSTS = 'scanner.example.com'
    const env = readEnv({ ...dataDir('scanner'), OUTGOING_HOSTS, MALWARE_SCANNER_URL: url })
    expect(env.malwareScannerUrl).toBe(url)
  })

  test('keys of backups: of a file as age-keygen writes it, for restores and not for a server that has a role', () => {
    const [first, second] = ['7', '8'].map(sign => `AGE-SECRET-KEY-1${sign.repeat(58)}`)
    const BACKUP_IDENTITY = `# public key: age1${'q'.repeat(58)}\n${first}\n# the one before\n${second}\n`
    expect(readEnv({ ...dataDir('keys'), BACKUP_IDENTITY }).backupKeys.identities).toEqual([first, second])
    const server = {
      ...dataDir('keys'),
      BACKUP_IDENTITY,
      ROLE: 'web',
      DATABASE_URL: 'postgres://localhost/dineward',
    }
    expect(readEnv(server).backupKeys.identities).toEqual([])
    expect(() => readEnv({ BACKUP_RECIPIENT: first! })).toThrow('BACKUP_RECIPIENT must be the public key')
  })

  test('secret keys of reCAPTCHA are read partner by partner', () => {
    const env = readEnv({ ...dataDir('recaptcha'), RECAPTCHA_SECRETS: 'skyward=6Lc-a_b, harbor=6Ld=' })
    expect([...env.recaptchaSecrets]).toEqual([
      ['skyward', '6Lc-a_b'],
      ['harbor', '6Ld='],
    ])
  })

  test('several problems -> one error that lists all', () => {
    expect(() => readEnv({ PORT: 'x', CARD_FRAME_PORT: 'y' })).toThrow(
      /PORT is "x".*\n.*CARD_FRAME_PORT is "y"/,
    )
  })
})

test('protected data folder -> closed to other accounts, also one made earlier; so is what is written later', () => {
  const own = join(folder, 'open')
  mkdirSync(own)
  chmodSync(own, 0o755)
  const before = process.umask()
  try {
    protectDataDir(own)
    writeFileSync(join(own, 'mail.eml'), 'Hello Ada')
  } finally {
    process.umask(before)
  }
  expect(statSync(own).mode & 0o777).toBe(0o700)
  expect(statSync(join(own, 'mail.eml')).mode & 0o777).toBe(0o600)
})

test('the socket stays beside the data, or moves where its path is short enough to be one', () => {
  expect(socketDir('/srv/dineward')).toBe('/srv/dineward/run')
  expect(socketDir(`/srv/${'deep/'.repeat(30)}`).length).toBeLessThan(60)
  // Its limit counts bytes: these are 3 each.
  expect(socketDir(`/srv/${'食'.repeat(30)}`)).toMatch(/^\/tmp\/dineward-/)
})
