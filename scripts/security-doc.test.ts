import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Variable } from '../apps/server/src/env/env-values.ts'
import { variables } from '../apps/server/src/env/env-variables.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** OWASP ASVS 5.0.0 gives the level of each requirement of a section, in their order. */
const sections: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

const kinds = ['holds', 'operator', 'not applicable', 'not met'] as const
const rows = read('docs/asvs.md')
  .split('\n')
  .flatMap(line => {
    const [, number, level, kind, answer] =
      /^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| (.+) \|$/.exec(line) ?? []
    return number && level && kind && answer ? [{ number, level, kind, answer }] : []
  })

describe('docs/asvs.md', () => {
  test('every requirement of levels 1 and 2 is answered once', () => {
    const all = Object.entries(sections).flatMap(([section, levels]) =>
      [...levels].map((level, index) => ({ number: `${section}.${index + 1}`, level })),
    )
    // The three levels have 70, 183 and 92.
    expect(all).toHaveLength(345)
    expect(rows.map(({ number, level }) => ({ number, level }))).toEqual(
      all.filter(({ level }) => level < '3'),
    )
  })

  test.each(['1', '2'])('level %s: as many of each answer as it says', level => {
    const counts = kinds.map(kind => rows.filter(row => row.level === level && row.kind === kind).length)
    const all = rows.filter(row => row.level === level).length
    expect(read('docs/asvs.md')).toContain(`\n| ${[level, ...counts, all].join(' | ')} |\n`)
  })

  test.each(rows)('$number: a test that is there, a heading, or a reason', ({ kind, answer }) => {
    expect(kinds).toContain(kind)
    const tests = [...answer.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "([^"]+)"/g)]
    const links = [...answer.matchAll(/\]\([^)]+\)/g)]
    if (kind === 'holds') expect(tests.length + links.length).toBeGreaterThan(0)
    else expect(answer.length).toBeGreaterThan('there is no XPath'.length - 5)
    for (const [, file, name] of tests) expect(codeOf(file!)).toContain(name!)
  })
})

describe('docs/security.md', () => {
  const text = read('docs/security.md')

  test('the tests that it names are there', () => {
    const tests = [...text.matchAll(/`([\w/-]+\.test\.ts)`: "([^"]+)"/g)]
    expect(tests.length).toBeGreaterThan(20)
    for (const [, file, name] of tests) expect(codeOf(`apps/server/src/features/${file}`)).toContain(name!)
  })

  const cryptography = text.split('## Cryptography')[1]!.split('\n## ')[0]!
  const sources = globSync('{apps/{server,card-frame,web,console}/src,packages/core/src}/**/*.ts', {
    cwd: root,
  })
    .filter(file => !/\.test\.ts$|\/testing\/|-for-test\.ts$/.test(file))
    .map(file => [file, read(file)] as const)

  test('cryptography: each file that has some is listed, and no other', () => {
    const uses =
      /createHmac|createCipheriv|hkdfSync|EncryptJWT|jwtVerify|createECDH|promisify\(argon2\)|\bsha1\b|from '(?:otpauth|web-push|@simplewebauthn\/server|age-encryption|aws4fetch|openid-client|altcha-lib[^']*)'/
    const listed = [...cryptography.matchAll(/`([\w/-]+(?:\.rules|\.service|\.network)?\.ts)`/g)].map(
      ([, file]) => file!,
    )
    const found = sources.filter(([, source]) => uses.test(source)).map(([file]) => file)
    const isNamed = (file: string) => listed.some(name => file.endsWith(`/${name}`))
    expect(found.filter(file => !isNamed(file))).toEqual([])
    expect(listed.filter(name => !found.some(file => file.endsWith(`/${name}`)) && !isTokens(name))).toEqual(
      [],
    )
  })

  test('cryptography: only these algorithms', () => {
    const named =
      /(?:createHash|createHmac|createCipheriv|hkdfSync|hash)\('([\w-]+)'|enc: '(\w+)'|algorithm = '([\w-]+)'|argon2Async\('(\w+)'/g
    const found = sources.flatMap(([, source]) =>
      [...source.matchAll(named)].map(match => match.slice(1).find(Boolean)!),
    )
    expect([...new Set(found)].toSorted()).toEqual(['A256GCM', 'aes-256-gcm', 'argon2id', 'sha1', 'sha256'])
  })
})

describe('the inventory of secrets', () => {
  const table: Readonly<Record<string, Variable>> = variables
  const listed = read('docs/security.md')
    .split('\n')
    .flatMap(line => {
      const [, name, readers, replaced] =
        /^\| `([A-Z_]+)` \| [^|]+ \| ([a-z, ]+) \| ([^|]+) \| [^|]+ \|$/.exec(line) ?? []
      return name ? [{ name, readers: readers!.split(', '), replaced: replaced! }] : []
    })

  test('has every secret that the product reads, once, with the processes that read it', () => {
    const secrets = Object.entries(table).flatMap(([name, { secret }]) =>
      secret ? [[name, [...secret]] as const] : [],
    )
    expect(Object.fromEntries(listed.map(({ name, readers }) => [name, readers]))).toEqual(
      Object.fromEntries(secrets),
    )
    expect(listed).toHaveLength(secrets.length)
  })

  test.each(listed.filter(({ replaced }) => replaced.startsWith('three rounds')))(
    '$name: replaced in three rounds -> may be several',
    ({ name }) => expect(table[name]?.several).toBe(true),
  )
})

/** Comments are left out: they tell what tests are about. */
const codeOf = (file: string) => read(file).replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')

/** These have random values and their hashes alone. */
const isTokens = (name: string) => name === 'identity/sessions/tokens.service.ts'
