import { readdirSync, readFileSync } from 'node:fs'
import { defaultContent } from '@dineward/core/content/default-content.ts'
import { expect, test } from 'vitest'
import { readMarkup, writeMarkup } from '../apps/console/src/features/programs/content/rich-text-markup.ts'
import { cleanMarkup } from '../apps/server/src/features/content/rich-text.rules.ts'

const partners = new URL('../partners/', import.meta.url)

function shippedTexts(): string[] {
  const names = readdirSync(partners, { recursive: true, encoding: 'utf8' })
  const files = names.filter(name => /content\/\w+\.json$/.test(name))
  return richTexts([
    files.map(name => JSON.parse(readFileSync(new URL(name, partners), 'utf8'))),
    defaultContent,
  ])
}

function richTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'body_text' && typeof each === 'string' ? [each] : richTexts(each),
  )
}

test('every shipped rich text: cleaned by the server, opened and saved in the console -> no byte differs', () => {
  const texts = shippedTexts()
  expect(texts.length).toBeGreaterThan(150)
  const changed = texts.filter(text => {
    const doc = readMarkup(cleanMarkup(text))
    return doc === null || writeMarkup(doc) !== text
  })
  expect(changed).toEqual([])
})
