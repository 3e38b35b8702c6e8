import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from './scripts/read-imports.ts'

/* What browser engines do not agree about. */

const product = sources.filter(
  file => /^(apps|packages)\//.test(file) && !/\.test\.tsx?$|-for-test\.ts$/.test(file),
)

/** A sentence for each use, with its file. */
function found(pattern: RegExp, files: readonly string[]): string[] {
  return files.flatMap(file =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(pattern)].map(
      ([text]) => `${file}: ${text}`,
    ),
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
