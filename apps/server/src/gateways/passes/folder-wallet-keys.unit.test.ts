import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWalletKeys } from './folder-wallet-keys.ts'
import { sandboxWalletKeys } from './sandbox-wallet-keys.ts'
import type { PassProgram } from './wallet-keys.ts'

const program = (slug: string) =>
  ({
    slug,
    settings: { passes: { apple: { passTypeId: 'pass.example', teamId: 'TEAM012345' }, google: null } },
  }) as PassProgram
const skyward = program('skyward')
const made = sandboxWalletKeys()
const { certificate, key, issuer } = made.apple(skyward)!
const google = made.google(skyward)!
const account = JSON.stringify({ client_email: google.clientEmail, private_key: google.privateKey })

const good = {
  'apple-certificate.pem': certificate,
  'apple-key.pem': key,
  'apple-issuer.pem': issuer,
  'google-service-account.json': account,
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dw-wallet-'))
  mkdirSync(join(folder, 'skyward'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'skyward', name), text)
  return folder
}

describe('folder of keys', () => {
  test('certificate, key and account -> those of the program, none of another', () => {
    const keys = folderWalletKeys(folderWith(good))
    expect(keys.apple(skyward)).toEqual({ certificate, key, issuer })
    expect(keys.google(skyward)).toEqual(google)
    expect([keys.apple(program('harbor')), keys.google(program('harbor'))]).toEqual([null, null])
  })

  test('empty folder of a program -> no keys', () => {
    const keys = folderWalletKeys(folderWith({}))
    expect([keys.apple(skyward), keys.google(skyward)]).toEqual([null, null])
  })

  const other = sandboxWalletKeys().apple(skyward)!
  test.each([
    ['no key', { ...good, 'apple-key.pem': '' }, /apple-key\.pem cannot be read/],
    ['another key', { ...good, 'apple-key.pem': other.key }, /apple-key\.pem is not the key of/],
    [
      'another issuer',
      { ...good, 'apple-issuer.pem': other.issuer },
      /apple-issuer\.pem is not the certificate/,
    ],
    [
      'no certificate in it',
      { ...good, 'apple-certificate.pem': 'x' },
      /apple-certificate\.pem cannot be read/,
    ],
    [
      'no JSON',
      { ...good, 'google-service-account.json': 'x' },
      /google-service-account\.json cannot be read/,
    ],
  ])('%s -> refused, by the file', (_case, files, sentence) => {
    const folder = folderWith(files)
    expect(() => folderWalletKeys(folder)).toThrow(sentence)
  })

  test('no such folder -> refused, by its name', () => {
    expect(() => folderWalletKeys('/nowhere/wallet')).toThrow(
      'WALLET_DIR is "/nowhere/wallet", which cannot be read.',
    )
  })
})
