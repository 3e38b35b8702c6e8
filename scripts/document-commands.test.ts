import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import config from '../vitest.config.ts'

/*
 * Each command line of these documents is tried. Those of the product (`npm run GROUP -- VERB`) are in
 * `cli/operating-commands.test.ts`; here are the others, with what carries them out.
 */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'docs/operating.md'] as const
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const programs =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|cp|docker|podman|systemctl|pg_\w+|psql|createdb|openssl)\s/

/** Commands are in blocks of a shell, and in the text. */
function commandsIn(text: string): string[] {
  const fences = /^ *```(\w*)\n(.*?)^ *```$/gms
  const blocks = [...text.matchAll(fences)].flatMap(([, language, block]) =>
    ['', 'sh'].includes(language!) ? block!.split('\n') : [],
  )
  const inText = text.replace(fences, '').matchAll(/`([^`\n]+)`/g)
  return [...blocks, ...[...inText].map(([, code]) => code!)]
    .map(line => line.replace(/ {2,}#.*| # .*/, '').trim())
    .filter(line => programs.test(`${line} `))
    .flatMap(line => line.split(' && '))
}

const isOfProduct = (command: string) => {
  const [, script = ''] = /^npm run ([\w:-]+)/.exec(command) ?? []
  return scripts[script]?.includes('cli/main.ts') ?? false
}

/** Whether the text of a file says so: what carries the command out uses the same names. */
const says = (file: string, ...texts: readonly string[]) => {
  const text = read(file)
  return texts.every(part => text.includes(part))
}
const isGroup = (file: string, name: string) =>
  new RegExp(`^ {2}'?${name}(?:-[a-z]+)?'?:`, 'm').test(read(file))

/** They are the test files of a project of Vitest. */
const filesIn = (name: string) => {
  const settings = config.test!.projects!.flatMap(each =>
    typeof each === 'object' && 'test' in each ? [each.test!] : [],
  )
  const { include = [], exclude = [] } = settings.find(each => each.name === name)!
  return globSync(include, { cwd: root, exclude: [...exclude, '**/node_modules/**'] })
}

const services = () => Object.keys(parse(read('compose.yaml'), { merge: true }).services)

const tried: readonly (readonly [command: RegExp, isTried: (match: RegExpExecArray) => boolean])[] = [
  // The journeys start the same program; `npm test` runs what is read here.
  [/^npm start$/, () => says('e2e/support/product.ts', 'packages/demo-world/src/start.ts')],
  [/^DATABASE_URL=\S+ npm start$/, () => says('bench/fleet/fleet.ts', 'DATABASE_URL: databaseUrl')],
  [/^npm test$/, () => scripts.test === 'node scripts/test.mjs'],
  [/^npm run test:all$/, () => says('vitest.config.ts', 'TEST_ALL') && says('scripts/test.mjs', '--all')],
  [/^npm run check$/, () => says('scripts/run-tests.ts', "'scripts/check.mjs'")],
  [/^npm run build$/, () => says('scripts/run-tests.ts', "'scripts/build.ts'")],
  [/^npm run dev$/, () => says('scripts/start.mjs', '--dev')],
  [/^npm ci$/, () => says('Containerfile', 'npm ci ') && says('scripts/bootstrap.mjs', "'ci'")],
  [/^npm run secrets -- deploy\/secrets$/, () => says('scripts/deploy-files.test.ts', 'make-secrets.ts')],
  [/^npm run deploy:check$/, () => existsSync(join(root, scripts['deploy:check']!.split(' ')[1]!))],
  [/^npm run bench(?: ([\w-]+))?$/, ([, name]) => !name || isGroup('bench/run.ts', name)],
  [
    /^npm run faults(?: ([\w-]+))?$/,
    ([, name]) => !name || isGroup('bench/faults.ts', name) || isGroup('bench/fleet/fleet-faults.ts', name),
  ],
  [/^npm test -- (\w+)$/, ([, part = '']) => says('scripts/run-tests.ts', `'${part}'`)],
  [
    /^npm run changeset(?: -- --(?:minor|patch) @dineward\/core -m ".+")?$/,
    () => scripts.changeset === 'changeset',
  ],
  [/^npm run version$/, () => says('.github/workflows/release.yml', 'version-script: npm run version')],
  [/^npm run release-notes$/, () => says('.github/workflows/release.yml', 'release-notes')],
  [
    /^((?:[A-Z_]+=\d+ )*)npx vitest(?: run)? --project (rules|postgres|embedded) ([\w.-]+)$/,
    ([, variables = '', project = '', name = '']) => {
      const files = filesIn(project).filter(file => file.includes(name))
      const set = variables.match(/[A-Z_]+(?==)/g) ?? []
      return (
        files.length > 0 && files.every(file => says(file, ...set.map(variable => `process.env.${variable}`)))
      )
    },
  ],
  [
    /^npx playwright test (\w+)\.spec --project journeys$/,
    ([, name]) => existsSync(join(root, `e2e/${name}.spec.ts`)),
  ],
  [
    /^cp (\S+) deploy\/dineward\.env$/,
    ([, from]) => says('scripts/check-deploy.ts', from!, "'deploy/dineward.env'"),
  ],
  // `npm run deploy:check` lets compose read the file; a workflow starts its services.
  [/^(?:docker|podman) compose up -d$/, () => says('scripts/check-deploy.ts', "'docker', 'compose'")],
  [
    /^docker compose (?:up -d --no-deps|run --rm --build) (\S+)$/,
    ([, service]) => services().includes(service!),
  ],
  [
    /^systemctl enable --now (.+)$/,
    ([, units]) => {
      const files = readdirSync(join(root, 'deploy/systemd'))
      return units!.split(' ').every(unit => files.includes(`${unit.replace(/@\d+$/, '@')}.service`))
    },
  ],
  [
    /^pg_basebackup -D \S+ -c fast -d postgres:/,
    () => says('bench/faults/backups.ts', "'pg_basebackup', '-D', second.data, '-c', 'fast', '-d'"),
  ],
]

test.each(documents)('%s: each command is tried', file => {
  const commands = commandsIn(read(file)).filter(command => !isOfProduct(command))
  expect(commands.length).toBeGreaterThan(1)
  const untried = commands.filter(command => {
    const [found] = tried.flatMap(([pattern, isTried]) => {
      const match = pattern.exec(command)
      return match ? [isTried(match)] : []
    })
    return !found
  })
  expect(untried).toEqual([])
})

test('a command that nothing tries -> found', () => {
  const text = 'Run `createdb lost`.\n\n```sh\nnpm run bench lost   # slow\nnpm run ledger -- check\n```\n'
  const commands = commandsIn(text)
  expect(commands).toEqual(['npm run bench lost', 'npm run ledger -- check', 'createdb lost'])
  const isTried = (command: string) =>
    tried.some(([pattern, judge]) => {
      const match = pattern.exec(command)
      return match !== null && judge(match)
    })
  expect(commands.filter(command => !isOfProduct(command) && !isTried(command))).toEqual([
    'npm run bench lost',
    'createdb lost',
  ])
})

test('operating.md: the settings of write-ahead logs are those that are tried', () => {
  const settings = [...read('docs/operating.md').matchAll(/^((?:archive|restore|recovery)_\w+) = /gm)]
  expect(settings.length).toBeGreaterThan(4)
  const untried = settings
    .map(([, name]) => name!)
    .filter(name => !says('bench/faults/backups.ts', `${name}: `))
  expect(untried).toEqual([])
})
