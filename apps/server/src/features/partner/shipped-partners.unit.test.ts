import { join } from 'node:path'
import { toBrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { partnerPlaceholderNames, partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { fillPlaceholders, placeholdersIn } from '@dineward/core/partner/placeholders.ts'
import { contrastProblems } from '@dineward/core/partner/theme/theme-contrast.ts'
import { themeCss } from '@dineward/core/partner/theme/theme-css.ts'
import { describe, expect, test } from 'vitest'
import { loadPartners } from './load-partners.service.ts'

/** Components require these tokens of every partner. */
const tokens = `
  color-page color-surface color-surface-raised color-sunken color-ink color-ink-soft color-line color-line-strong
  color-brand color-on-brand color-brand-soft color-on-brand-soft color-action color-action-hover color-on-action
  color-link color-focus color-earn color-on-earn color-earn-soft color-on-earn-soft
  color-warn color-on-warn color-warn-soft color-on-warn-soft color-danger color-on-danger color-danger-soft
  color-on-danger-soft color-done color-on-done color-done-soft color-on-done-soft
  color-header color-on-header color-footer color-on-footer
  radius-control radius-card radius-pill radius-avatar border-width border-style shadow-card shadow-raised
  font-display font-body display-weight display-tracking label-case label-tracking
`
  .trim()
  .split(/\s+/)

const partners = await loadPartners(join(import.meta.dirname, '../../../../../partners'))

test('five partners ship', () => {
  expect(partners.map(partner => partner.slug)).toEqual([
    'cellwave',
    'harbor',
    'meridian',
    'skyward',
    'tablefolk',
  ])
})

describe.each(partners.map(partner => [partner.slug, partner] as const))('%s', (_slug, partner) => {
  test('has every semantic token, and no other', () => {
    const names = Array.from(themeCss(partner.theme).matchAll(/[{;]--([a-z-]+):/g), match => match[1])
    expect(names.sort()).toEqual([...tokens].sort())
  })

  test('is legible in every pair', () => {
    expect(contrastProblems(partner.theme)).toEqual([])
  })

  test('every text can be filled in: no partner placeholder is left, none circles', () => {
    const values = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], new Date(0))
    for (const text of Object.values(partner.copy)) {
      const filled = fillPlaceholders(text, values)
      expect(filled.cut).toBe(false)
      const left = placeholdersIn(filled.text).filter(name =>
        partnerPlaceholderNames.some(known => known === name),
      )
      expect(left).toEqual([])
    }
  })

  test('speaks in its own voice where people first meet it', () => {
    expect(Object.keys(partner.copyOverrides)).toEqual(
      expect.arrayContaining(['home.promise', 'home.promise.text', 'steps.search.text', 'notFound.tagline']),
    )
    if (hasEnrollment(partner)) expect(partner.copyOverrides).toHaveProperty(['join.title'])
  })

  test('fits in the page: at most 12 KB of state', () => {
    expect(JSON.stringify(toBrowserPartner(partner, new Date(0))).length).toBeLessThan(12_000)
  })
})

test('subjects of mails: repeat no name that someone typed', async () => {
  for (const { slug, copy } of partners)
    for (const [key, text] of Object.entries(copy))
      if (/^mail\..*subject$/.test(key)) expect(text, `${slug} ${key}`).not.toMatch(/\{(first|last) name\}/)
})
