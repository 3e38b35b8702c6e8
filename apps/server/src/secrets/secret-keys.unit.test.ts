import { createHmac, hkdfSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keysFor, keyUses } from './secret-keys.ts'

const secrets = ['the-secret-that-signs-now', 'the-secret-from-before']

describe('keys of the secret', () => {
  test('a key for each use and secret: all differ, none is the secret, and each is the same again', () => {
    const all = keyUses.flatMap(use => keysFor(use, secrets).map(key => key.toString('hex')))
    expect(new Set(all).size).toBe(keyUses.length * secrets.length)
    expect(all).toEqual(keyUses.flatMap(use => keysFor(use, secrets).map(key => key.toString('hex'))))
    for (const key of all) expect(key).toMatch(/^[0-9a-f]{64}$/)
  })

  test('HKDF with SHA-256, and the use as its label', () => {
    const [use] = keyUses
    const [first] = keysFor(use, secrets)
    const expected = hkdfSync('sha256', secrets[0]!, '', `dineward ${use}`, 32)
    expect(first!.toString('hex')).toBe(Buffer.from(expected).toString('hex'))
    expect(first!.toString('hex')).not.toBe(createHmac('sha256', secrets[0]!).update(use).digest('hex'))
  })

  test('each use is of one file, and no other derives a key', () => {
    const server = join(import.meta.dirname, '..')
    const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
      file => /\.ts$/.test(file) && !/\.test\.ts$|^testing\/|secret-keys/.test(file),
    )
    const texts = files.map(file => [file, readFileSync(join(server, file), 'utf8')] as const)
    const users = keyUses.map(use => [
      use,
      texts.filter(([, text]) => text.includes(`keysFor('${use}'`) || text.includes(`use: '${use}'`)).length,
    ])
    expect(users).toEqual(keyUses.map(use => [use, 1]))
    expect(texts.filter(([, text]) => /\bhkdf/.test(text)).map(([file]) => file)).toEqual([])
  })
})
