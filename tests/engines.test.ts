import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { supportedBrowsers as oldest } from '../scripts/browsers/supported-browsers.ts'
import { sources } from '../scripts/read-imports.ts'

/* What browser engines do not agree about. */

const root = join(import.meta.dirname, '..')
const product = sources.filter(
  file => /^(apps|packages)\//.test(file) && !/\.test\.tsx?$|-for-test\.ts$/.test(file),
)

/** A sentence for each use, with its file. */
function found(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([text]) => `${file}: ${text}`),
  )
}

describe('dates', () => {
  /** Dates and times for people are in American English; those of other locales are looked for by their form. */
  const foreignLocale =
    /(?:DateTimeFormat|toLocale(?:Date|Time)?String)\(\s*(?!'en-US'|'long'|'short')['"`][^)]*\)/g
  /** Formatted text that is read again. */
  const readText =
    /(?:Number|parseInt|parseFloat|Date\.parse|new Date)\([^()]*\.(?:format|toLocale\w*String)\(|\.(?:format|toLocale\w*String)\([^()]*\)\s*\.(?:split|slice|substring|match)\(/g
  /** A date without a time and with a zone is no date in Safari. */
  const zoneAfterText = /(?:new Date|Date\.parse)\(\s*`[^`]*\}Z`/g

  test("the text of a locale is never data: it is not the same in every engine's version", () => {
    expect(found(foreignLocale, product), 'use localDateAt or localTimeAt of local-date.ts').toEqual([])
    expect(found(readText, product), 'use localTimeAt of local-date.ts, or formatToParts').toEqual([])
  })
  test("a local time is parsed in the standard's form", () => {
    const others = product.filter(file => file !== 'packages/core/src/shared/local-date.ts')
    expect(found(zoneAfterText, others), 'use asUtc of local-date.ts').toEqual([])
  })
})

interface Support {
  readonly support?: Readonly<Partial<Record<keyof typeof oldest, string>>>
}
interface Feature {
  readonly compat_features?: readonly string[]
  readonly status?: Support & { readonly by_compat_key?: Readonly<Record<string, Support>> }
}

const require = createRequire(import.meta.url)
const { features } = require('web-features/data.json') as { features: Readonly<Record<string, Feature>> }
/** By the names of MDN's data: whether the oldest browsers have it. */
const isOldEnough = new Map(
  Object.values(features).flatMap(({ compat_features = [], status }) =>
    compat_features.map((key): [string, boolean] => [key, hasAll(status?.by_compat_key?.[key] ?? status)]),
  ),
)

function hasAll(status: Support | undefined): boolean {
  return Object.entries(oldest).every(
    ([browser, version]) =>
      Number.parseFloat(status?.support?.[browser as 'safari'] ?? 'Infinity') <= version,
  )
}

const newer = (keys: readonly string[]): boolean => keys.some(key => isOldEnough.get(key) === false)

describe('the oldest supported browsers', () => {
  const interfaces: Readonly<Record<string, string>> = {
    document: 'Document',
    navigator: 'Navigator',
    window: 'Window',
    location: 'Location',
    history: 'History',
    crypto: 'Crypto',
    caches: 'CacheStorage',
  }
  /** Asked for before they are used, or what a page can do without. */
  const optionalCalls = new Set([
    'Navigator.geolocation',
    'Navigator.share',
    'Notification.permission',
    'Notification.requestPermission',
  ])
  /** A page without them is whole. Of strokes and fills MDN's data knows the newer forms only. */
  const optionalStyles = new Set([
    'properties.accent-color',
    'at-rules.starting-style',
    'properties.animation-timeline',
    'properties.content-visibility',
    'properties.fill',
    'properties.forced-color-adjust',
    'properties.overflow-clip-margin',
    'properties.overscroll-behavior',
    'properties.overscroll-behavior-x',
    'properties.resize',
    'properties.scrollbar-width',
    'properties.stroke',
    'properties.stroke-dasharray',
    'properties.stroke-linecap',
    'properties.stroke-linejoin',
    'properties.stroke-width',
    'properties.text-anchor',
    'properties.text-size-adjust',
    'properties.user-select',
    'properties.view-transition-name',
    'selectors.autofill',
    'selectors.details-content',
    'selectors.marker',
    'selectors.selection',
    'selectors.view-transition-group',
    'selectors.view-transition-new',
    'selectors.view-transition-old',
  ])
  const ours = product.filter(file =>
    /^(apps\/(web|console)\/src|apps\/card-frame\/src\/browser|packages\/core\/src)\//.test(file),
  )

  test('have what the scripts call', () => {
    const calls = ours.flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*/gm, '')
      const members = [...text.matchAll(/(?<![.\w'-])([a-zA-Z]\w+)\.(\w+)\b/g)].map(([, holder, member]) => {
        const name = `${interfaces[holder!] ?? holder}.${member}`
        return { name, keys: [`api.${name}`, `api.${name}_static`, `javascript.builtins.${name}`] }
      })
      const made = [...text.matchAll(/\bnew ([A-Z]\w+)\b/g)].map(([, name = '']) => {
        return { name, keys: [`api.${name}`, `javascript.builtins.${name}`] }
      })
      return [...members, ...made]
        .filter(({ name, keys }) => newer(keys) && !optionalCalls.has(name))
        .map(({ name }) => `${file}: ${name}`)
    })
    expect(calls).toEqual([])
  })
  test('have the styles that a page needs', () => {
    const styles = globSync('apps/{web,console,card-frame}/src/**/*.css', {
      cwd: root,
    }).flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(/^\s*([a-z-]+):|@([a-z-]+)|:{1,2}([a-z-]+)\b/gm)]
        .flatMap(([, property, rule, selector]) => [
          ...(property ? [`properties.${property}`] : []),
          ...(rule ? [`at-rules.${rule}`] : []),
          ...(selector ? [`selectors.${selector}`] : []),
        ])
        .filter(name => newer([`css.${name}`]) && !optionalStyles.has(name))
        .map(name => `${file}: ${name}`)
    })
    expect(styles).toEqual([])
  })
})
