import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dw-frame-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const live = {
  APP_ENV: 'production',
  CARD_FRAME_URL: 'https://cards.example',
  ALLOWED_PARENTS: 'https://dining.example, https://eats.example',
  CARD_TOKEN_SECRET: 'a-token-secret-of-length',
  CARD_FINGERPRINT_SECRET: 'a-fingerprint-secret-of-length',
}

describe('outside production', () => {
  test('no variables -> the product on this machine', () => {
    const env = readEnv({ DATA_DIR: folder })
    expect(env).toMatchObject({ host: 'localhost', port: 3001, origin: 'http://localhost:3001' })
    expect(env.isParent('http://localhost:3000')).toBe(true)
    expect(env.isParent('http://harbor.localhost:3000')).toBe(true)
    expect(env.isParent('http://harbor.localhost:3001')).toBe(false)
    expect(env.isParent('https://dining.example')).toBe(false)
  })

  test('TRUST_PROXY that is neither on nor off -> refused, by name', () => {
    expect(() => readEnv({ DATA_DIR: folder, TRUST_PROXY: 'yes' })).toThrow(/TRUST_PROXY is "yes"/)
    expect(readEnv({ DATA_DIR: folder, TRUST_PROXY: 'true' }).trustProxy).toBe(true)
  })

  test('PORT, PUBLIC_URL, ALLOWED_PARENTS -> further parents', () => {
    const env = readEnv({
      DATA_DIR: folder,
      PORT: '4000',
      PUBLIC_URL: 'https://demo.example/',
      ALLOWED_PARENTS: 'https://a.example',
    })
    for (const origin of ['http://x.localhost:4000', 'https://demo.example', 'https://a.example'])
      expect([origin, env.isParent(origin)]).toEqual([origin, true])
    expect(env.isParent('http://localhost:3000')).toBe(false)
  })

  test('keys: generated once, readable by the owner only, shared with the product', () => {
    const first = readEnv({ DATA_DIR: folder }).keys
    expect(readEnv({ DATA_DIR: folder }).keys).toEqual(first)
    const shared = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
    expect(Object.keys(shared)).toEqual(expect.arrayContaining(['app', 'fidelWebhook', 'cardToken']))
    expect(first.token).toBe(shared.cardToken)
    expect(first.fingerprint).not.toBe(first.token)
    for (const file of ['secrets.json', 'card-frame.json'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  test('product started first -> its key is used', () => {
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ cardToken: 'from the product' }))
    expect(readEnv({ DATA_DIR: folder }).keys.token).toBe('from the product')
  })

  test.each(['', '{"cardToken":"', '{"cardToken":""}', '{"app":"a-secret-of-some-length"}'])(
    'secrets file %j -> refused, with what to do',
    text => {
      writeFileSync(join(folder, 'secrets.json'), text)
      expect(() => readEnv({ DATA_DIR: folder })).toThrow('no complete secret "cardToken". Restore')
    },
  )

  test('folder that the frame creates -> readable by the owner only', () => {
    readEnv({ DATA_DIR: join(folder, 'new') })
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700)
  })

  test('variable and file -> the variable', () => {
    readEnv({ DATA_DIR: folder })
    const { keys } = readEnv({ DATA_DIR: folder, CARD_TOKEN_SECRET: 'given', CARD_FINGERPRINT_SECRET: 'too' })
    expect(keys).toEqual({ token: 'given', fingerprint: 'too' })
  })
})

describe('in production', () => {
  test('only the listed origins are parents; no file is written', () => {
    const env = readEnv({ ...live, DATA_DIR: join(folder, 'untouched') })
    expect(env).toMatchObject({
      host: '0.0.0.0',
      origin: 'https://cards.example',
      keys: { token: live.CARD_TOKEN_SECRET, fingerprint: live.CARD_FINGERPRINT_SECRET },
    })
    expect(env.isParent('https://eats.example')).toBe(true)
    expect(env.isParent('http://localhost:3000')).toBe(false)
    expect(() => statSync(join(folder, 'untouched'))).toThrow()
  })

  test.each(['CARD_FRAME_URL', 'ALLOWED_PARENTS', 'CARD_TOKEN_SECRET', 'CARD_FINGERPRINT_SECRET'])(
    'without %s it does not start, and says so',
    name => {
      expect(() => readEnv({ ...live, [name]: undefined })).toThrow(`${name} must be set`)
    },
  )

  test.each([
    [{ CARD_FINGERPRINT_SECRET: live.CARD_TOKEN_SECRET }, 'must be different'],
    [{ CARD_FRAME_URL: 'http://cards.example' }, 'CARD_FRAME_URL must hold addresses'],
    [{ CARD_FRAME_URL: 'cards.example' }, 'CARD_FRAME_URL must hold addresses'],
    [{ ALLOWED_PARENTS: 'https://dining.example,http://eats.example' }, 'ALLOWED_PARENTS must hold'],
  ])('%o -> refused', (changes, sentence) => {
    expect(() => readEnv({ ...live, ...changes })).toThrow(sentence)
  })

  test('secrets in files -> read; an unreadable file is named', () => {
    const files = { CARD_TOKEN_SECRET: '', CARD_TOKEN_SECRET_FILE: join(folder, 'token') }
    expect(() => readEnv({ ...live, ...files })).toThrow('/token", which cannot be read (ENOENT)')
    writeFileSync(files.CARD_TOKEN_SECRET_FILE, 'a-token-secret-in-a-file\nthe-token-secret-before\n')
    expect(readEnv({ ...live, ...files }).keys.token).toBe('a-token-secret-in-a-file')
    expect(() => readEnv({ ...live, ...files, CARD_TOKEN_SECRET: live.CARD_TOKEN_SECRET })).toThrow(
      'both be set',
    )
  })

  test('short secret -> refused', () => {
    expect(() => readEnv({ ...live, CARD_TOKEN_SECRET: 'short' })).toThrow('at least 16 characters')
  })
})

test.each(['x', '-1', '70000', '1.5'])('port %j -> refused', port => {
  expect(() => readEnv({ DATA_DIR: folder, CARD_FRAME_PORT: port })).toThrow('CARD_FRAME_PORT')
})
