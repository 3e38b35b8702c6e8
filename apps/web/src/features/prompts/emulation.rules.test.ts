import { emulationWindow, emulationExit as exitValue } from '@dineward/core/emulation/emulation.rules.ts'
import { describe, expect, test } from 'vitest'
import { endsEmulation, isMisplacedEmulation } from './emulation.rules.ts'

const origins = ['https://admin.plain.example', 'http://localhost:4000']

describe('message that ends the session', () => {
  test.each(origins)('exit value from %s: ends it', origin => {
    expect(endsEmulation({ origin, data: exitValue }, origins)).toBe(true)
  })

  test.each<[string, string, unknown]>([
    ['another site', 'https://evil.example', exitValue],
    ['null, as of a sandboxed frame', 'null', exitValue],
    ['an empty origin', '', exitValue],
    ['a look-alike that begins the same', 'https://admin.plain.example.evil.example', exitValue],
    ['a look-alike that ends the same', 'https://evil-admin.plain.example', exitValue],
    ['another scheme', 'http://admin.plain.example', exitValue],
    ['another port', 'http://localhost:4001', exitValue],
    ['another letter case', 'https://ADMIN.plain.example', exitValue],
    ['the right origin, another value', origins[0]!, 'radmin-emulation-enter'],
    ['the right origin, the value in an object', origins[0]!, { value: exitValue }],
    ['the right origin, a list that reads like the value', origins[0]!, [exitValue]],
  ])('%s: ignored', (_case, origin, data) => {
    expect(endsEmulation({ origin, data }, origins)).toBe(false)
  })

  test('no listed origin: ignored', () => {
    expect(endsEmulation({ origin: '', data: exitValue }, [])).toBe(false)
  })
})

test.each<[string, string | null, string, boolean]>([
  ['no emulation', null, '', false],
  ['an emulation in its window', 'e1', emulationWindow, false],
  ['an emulation in another window', 'e1', '', true],
  ['an emulation with an empty id in another window', '', 'other', true],
])('%s', (_case, id, name, strayed) => {
  expect(isMisplacedEmulation(id, name)).toBe(strayed)
})
