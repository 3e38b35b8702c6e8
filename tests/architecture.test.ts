import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles, type Import, imports, sources } from '../scripts/read-imports.ts'
import { crossFeatureReads, readersOfEntries } from './listed-reads.ts'

/*
 * Who may import whom (ARCHITECTURE.md). Reads every import of every source file; a wrong one fails with a sentence
 * that names the file, what it imports, and what it may import instead.
 */

const root = join(import.meta.dirname, '..')
const seedingEntry = 'apps/server/src/seeding.ts'
/** Has to be loaded before the rest of the server. */
const compileCache = 'apps/server/src/start/compile-cache.ts'
const lookUpFile = 'packages/core/src/shared/look-up.ts'
const tests = /\.test\.tsx?$|\/testing\/|-for-test\.ts$/

/** A rule answers a sentence for an import that breaks it, else null. */
const rules: Record<string, (one: Import) => string | null> = {
  'core is pure: it imports zod and itself': ({ from, to }) =>
    from.startsWith('packages/core/') &&
    !tests.test(from) &&
    !to.startsWith('packages/core/') &&
    to !== 'zod/mini'
      ? 'core may import zod/mini and its own files, so that it runs in a browser and on a server alike'
      : null,
  'the web imports core and itself': ({ from, to }) =>
    from.startsWith('apps/web/src/') &&
    isOurs(to) &&
    !(tests.test(from) && to.startsWith('packages/demo-world/')) &&
    !to.startsWith('apps/web/') &&
    !to.startsWith('packages/core/')
      ? 'the web may import core; a partner is handed to it as data'
      : null,
  'the web imports nothing of Node': ({ from, to }) =>
    from.startsWith('apps/web/src/') && to.startsWith('node:') ? 'the web runs in browsers' : null,
  'the card frame imports core and itself': ({ from, to }) =>
    from.startsWith('apps/card-frame/') &&
    isOurs(to) &&
    !to.startsWith('apps/card-frame/') &&
    !to.startsWith('packages/core/')
      ? 'the card frame is a process and an origin of its own: it may import core'
      : null,
  'only tests, benchmarks and scripts import the server': ({ from, to }) =>
    to.startsWith('apps/server/') &&
    !/^(apps\/server|e2e|bench|scripts|tests)\//.test(from) &&
    !(
      from.startsWith('packages/demo-world/') &&
      (to === seedingEntry || to === compileCache || tests.test(from) || from.endsWith('/make-crowd.ts'))
    )
      ? `the server is imported by nothing but tests, benchmarks and scripts; demo-world uses ${seedingEntry}`
      : null,
  'only tests, benchmarks and the demo import the demo': ({ from, to }) =>
    to.startsWith('packages/demo-world/') &&
    !/^(packages\/demo-world|apps\/demo-idp|e2e|bench)\//.test(from) &&
    !tests.test(from)
      ? 'production runs without demo data'
      : null,
  'the server imports core and itself': ({ from, to }) =>
    from.startsWith('apps/server/') &&
    isOurs(to) &&
    !tests.test(from) &&
    !to.startsWith('apps/server/') &&
    !to.startsWith('packages/core/')
      ? 'the server may import core; of the web it loads the built entry only'
      : null,
  'partner folders hold data': ({ from }) =>
    from.startsWith('partners/') ? 'a partner folder holds no code' : null,
  'routes go through services': ({ from, to }) =>
    /\.routes\.ts$/.test(from) && /\.repository\.ts$|\/db\//.test(to)
      ? 'a routes file may import its service, not a repository or the database'
      : null,
  'services go through repositories': ({ from, to }) =>
    /\.service\.ts$/.test(from) && /\/db\/(migrate|migrations|embedded)/.test(to)
      ? 'a service may not touch migrations or how the database runs'
      : null,
  'repositories use the database only': ({ from, to }) =>
    /\.repository\.ts$/.test(from) && /\.routes\.ts$|\/gateways\/|\/http\//.test(to)
      ? 'a repository may import the database only'
      : null,
  "a feature of the server uses another's service": one => {
    const [mine, theirs] = [featureOf(one.from, 'apps/server'), featureOf(one.to, 'apps/server')]
    if (mine === null || theirs === null || mine === theirs || tests.test(one.from)) return null
    return /\.repository\.ts$|\.routes\.ts$/.test(one.to)
      ? `a feature may call ${theirs} through its service`
      : null
  },
  'members does not import identity': ({ from, to }) =>
    /^(packages\/core|apps\/server)\/src\/(features\/)?members\//.test(from) &&
    !tests.test(from) &&
    /\/identity\//.test(to)
      ? 'identity imports members; what needs a session or a password belongs to identity'
      : null,
  'features of the web and of the console never import each other': one =>
    ['apps/web', 'apps/console'].some(app => {
      const [mine, theirs] = [featureOf(one.from, app), featureOf(one.to, app)]
      return mine !== null && theirs !== null && mine !== theirs
    })
      ? 'features do not know each other: a route composes them'
      : null,
  'the console imports core and itself': ({ from, to }) =>
    from.startsWith('apps/console/src/') &&
    (to.startsWith('node:') ||
      (isOurs(to) && !to.startsWith('apps/console/') && !to.startsWith('packages/core/')))
      ? 'the console runs in browsers, and may import core'
      : null,
  'the web and the console point one way': ({ from, to }) => {
    const [a, b] = [layerOf(from), layerOf(to)]
    return a !== null && b !== null && a < b
      ? 'routes import features, features import ui, partner and lib; never the other way'
      : null
  },
  'ui knows no feature and no query': ({ from, to }) =>
    from.startsWith('apps/web/src/ui/') &&
    (to.startsWith('apps/web/src/features/') || to === '@tanstack/react-query')
      ? 'ui draws what it is given'
      : null,
}

describe('who may import whom', () => {
  test('there are imports to look at', () => {
    expect(imports.length).toBeGreaterThan(200)
  })
  for (const [name, rule] of Object.entries(rules)) {
    test(name, () => {
      const broken = imports.flatMap(one => {
        const sentence = rule(one)
        return sentence ? [`${one.from} imports ${one.to}: ${sentence}.`] : []
      })
      expect(broken).toEqual([])
    })
  }
})

/** @returns the product's own files that hold such text */
function productFiles(text: RegExp): string[] {
  return sources.filter(
    file =>
      /^(apps|packages)\/[\w-]+\/src\//.test(file) &&
      !tests.test(file) &&
      text.test(readFileSync(join(root, file), 'utf8')),
  )
}

describe('laws', () => {
  test('only the registry and tests know which partner is which', () => {
    const comparison =
      /\b(?:partner\w*|p)\.(?:slug|name|code|settings\.(?:name|programName))\s*(?:===|!==|==|!=)|(?:===|!==|case)\s*['"](?:skyward|meridian|harbor|cellwave|tablefolk)['"]/
    const found = sources
      .filter(file => /^(packages|apps)\//.test(file) && !tests.test(file))
      .filter(file => comparison.test(readFileSync(join(root, file), 'utf8')))
    expect(found, 'a partner is asked questions (partner-questions.ts), never compared').toEqual([])
  })
  test('the environment is read in one place of each process', () => {
    const found = sources.filter(
      file =>
        /^apps\/(server|card-frame)\/src/.test(file) &&
        !/\/(main|env|native-postgres)\.ts$/.test(file) &&
        !tests.test(file) &&
        /process\.env/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(found).toEqual([])
  })
  test('the product calls others through gateways/outgoing-calls.ts only', () => {
    const wayOut = 'apps/server/src/gateways/outgoing-calls.ts'
    // The product's own addresses: its socket, its hooks in the sandbox, its certificate.
    const toItself = [
      'cli/commands/send-command',
      'features/card-events/sandbox/sandbox-dine.service',
      'doctor/certificate-checks',
    ].map(name => `apps/server/src/${name}.ts`)
    const calls =
      /(?<![.\w])fetch\(|= fetch\b|import \{[^}]*\b(?<!type )(?:request|get|connect|createConnection)\b[^}]*\} from 'node:(?:https?|net|tls|http2)'|from '(?:undici|node:dgram)'/
    const callsByItself =
      /from '(?:aws4fetch|nodemailer|openid-client|@opentelemetry\/exporter-[\w-]+)'|\bcreateRemoteJWKSet\b|webPush\.sendNotification/
    const found = sources.filter(file => {
      if (!file.startsWith('apps/server/src/') || tests.test(file) || [wayOut, ...toItself].includes(file))
        return false
      const text = readFileSync(join(root, file), 'utf8')
      const isChecked = /\b(?:requireOutgoing|callOut)\b/.test(text)
      return calls.test(text) || (callsByItself.test(text.replace(/import type .*/g, '')) && !isChecked)
    })
    expect(
      found,
      `use callOut, or requireOutgoing before a library that calls by itself (${wayOut})`,
    ).toEqual([])
  })
  test('a table is read by `lookUp` where the key may come from outside', () => {
    // A table of such a type answers "constructor" with what every object inherits; without it the compiler objects.
    const openTable = /(?<!\bheaders): (?:Readonly<|Partial<)*Record<string, [^=;{}]+ = \{(?!\}|\s*\.\.\.)/
    const castKey = /[\w)\]]\[[\w.]+ as (?:keyof\b|[A-Z])/
    const found = sources.filter(file => {
      if (!/^(apps|packages)\/[\w-]+\/src\//.test(file) || tests.test(file) || file === lookUpFile)
        return false
      const text = readFileSync(join(root, file), 'utf8')
      return openTable.test(text) || castKey.test(text)
    })
    expect(found, `write \`{ … } satisfies Record<string, …>\` and read it by ${lookUpFile}`).toEqual([])
  })
  test('no text becomes code, a command or markup', () => {
    const dangerous =
      /\beval\(|new Function\(|'node:vm'|dangerouslySetInnerHTML|\.(?:inner|outer)HTML|insertAdjacentHTML|document\.write|import \{(?!(?: type ChildProcess,)? fork \})[^}]*\} from 'node:child_process'/
    expect(productFiles(dangerous)).toEqual([])
  })
  test('the server says what to do with redirects, and checks every certificate', () => {
    const saying = new Set(productFiles(/redirect: '(?:error|manual)'/))
    const asking = productFiles(/(?<![.\w])fetch\((?!\.\.\.)/).filter(file => file.startsWith('apps/server/'))
    expect(asking).not.toEqual([])
    expect(asking.filter(file => !saying.has(file))).toEqual([])
    // The doctor names certificates that are not trusted, and sends nothing.
    expect(productFiles(/rejectUnauthorized/)).toEqual(['apps/server/src/doctor/certificate-checks.ts'])
  })
  test('no page, job or poll adds up entries for a balance', () => {
    const reading = productFiles(/\bledger_entries\b|\bledgerEntries\b/).filter(
      file => !file.endsWith('.tables.ts'),
    )
    expect(reading.toSorted(), 'read member_balances, or say why entries').toEqual(
      Object.keys(readersOfEntries).toSorted(),
    )
  })
  test('files stay under 400 lines', () => {
    const written = sources.filter(file => !file.endsWith('api-client/src/schema.d.ts'))
    const long = written.filter(file => readFileSync(join(root, file), 'utf8').split('\n').length > 400)
    expect(long, 'past 200 lines, look for the second thing that hides in a file').toEqual([])
  })
})

describe('circles', () => {
  test('imports: no circles between files', () => {
    expect(circles()).toEqual([])
  })
})

/** Roles of a server feature's files, the last part of their names. */
const roles =
  /\.(routes|service|repository|read|tables|rules|network|view|mail|job|import|snapshot|builder|worker)\.ts$|\.test\.ts$|-for-test\.ts$/
describe('features of the server', () => {
  const files = sources.filter(file => file.startsWith('apps/server/src/features/') && !tests.test(file))

  test('every file has a role suffix', () => {
    expect(files.filter(file => !roles.test(file))).toEqual([])
  })
  test('a feature writes its own tables only', () => {
    const owners = tableOwners(files)
    const found = files.flatMap(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)/g)]
        .filter(([, table]) => owners.get(table!) !== featureOf(file, 'apps/server'))
        .map(([, table]) => `${file}: ${table}`),
    )
    expect(found).toEqual([])
  })
  test('a feature reads the tables of another in `x.read.ts` files only', () => {
    const owners = tableOwners(files)
    const found = files.filter(file =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(/(?:selectFrom|[jJ]oin|usingTable)\(\s*'(\w+)/g),
      ].some(([, table]) => owners.has(table!) && owners.get(table!) !== featureOf(file, 'apps/server')),
    )
    expect(found.filter(file => !crossFeatureReads.includes(file))).toEqual([])
    expect(files.filter(file => file.endsWith('.read.ts')).toSorted()).toEqual(crossFeatureReads.toSorted())
  })
})

/** It maps each table to its feature, from the features' `x.tables.ts`. */
function tableOwners(files: readonly string[]): Map<string, string> {
  return new Map(
    files
      .filter(file => file.endsWith('.tables.ts'))
      .flatMap(file => {
        const [, body = ''] =
          /interface \w+Tables \{\n(.*?)\n\}/s.exec(readFileSync(join(root, file), 'utf8')) ?? []
        return [...body.matchAll(/^\s*(\w+):/gm)].map(([, table]): [string, string] => [
          table!,
          featureOf(file, 'apps/server')!,
        ])
      }),
  )
}

function isOurs(path: string): boolean {
  return /^(apps|packages|partners|e2e|bench|scripts)\//.test(path)
}

function featureOf(path: string, app: string): string | null {
  return new RegExp(`^${app}/src/features/([^/]+)/`).exec(path)?.[1] ?? null
}

/** ui, partner and lib are below features, features below routes. */
function layerOf(path: string): number | null {
  if (!/^apps\/(web|console)\/src\//.test(path)) return null
  if (/\/src\/(ui|partner|lib|kit)\//.test(path)) return 0
  if (path.includes('/src/features/')) return 1
  if (path.includes('/src/routes/')) return 2
  return null
}
