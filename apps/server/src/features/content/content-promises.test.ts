import { join } from 'node:path'
import { frameContentOf } from '@dineward/core/content/frame-content.ts'
import {
  promisedNumberProblems,
  textsOfPartner,
  withoutExamples,
} from '@dineward/core/content/promised-numbers.rules.ts'
import { hasVip, offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import { describe, expect, test } from 'vitest'
import { loadPartners } from '../partner/load-partners.service.ts'
import { testContent } from './content-for-test.ts'

const partnersDir = join(import.meta.dirname, '../../../../../partners')
const partners = await loadPartners(partnersDir)
const { store } = testContent({ partnersDir })
const textOf = async (partner: (typeof partners)[number]) => JSON.stringify(await store.contentOf(partner))

test('there is content to read', async () => {
  expect(partners.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['cellwave', 'harbor', 'meridian', 'skyward', 'tablefolk']),
  )
})

/** A promise in content, and whether the program keeps it. */
describe.each(partners.map(partner => [partner.slug, partner] as const))('what %s promises', (_, partner) => {
  const { settings } = partner

  test('a bonus for new members: there is one that pays', async () => {
    const promises = /new-member-bonus|newMemberBonus/.test(await textOf(partner))
    const isPaid = settings.newMemberBonus !== null && settings.bonuses.some(bonus => bonus.forNewMembers)
    expect(promises && settings.enrollmentType !== 'none' && !isPaid).toBe(false)
  })

  test('a banner of a bonus: there is that bonus', async () => {
    const banners = ((await store.contentOf(partner)).account_center ?? []).filter(
      ({ fields }) => 'type' in fields && fields.type === 'bonus',
    )
    const codes = settings.bonuses.map(({ code }) => code)
    if (settings.enrollmentType !== 'none')
      expect(codes).toEqual(expect.arrayContaining(banners.map(({ slug }) => slug)))
  })

  test('a bonus for booking: only where booking earns one', async () => {
    if (/\{bonus amount\}/.test(await textOf(partner))) expect(settings.hasReservationBonus).toBe(true)
  })

  test('rewards for inviting friends: only where the program gives them', async () => {
    const content = await store.contentOf(partner)
    const { referral } = frameContentOf(content, settings)
    if (referral?.is_enabled) expect(offersReferrals(partner)).toBe(true)
    expect(`${referral?.title} ${referral?.description}`).not.toMatch(/\d/)
  })

  test('a bonus that is for the app only: the banner says so', async () => {
    const { account_center } = await store.contentOf(partner)
    for (const { code, appOnly = false } of settings.bonuses) {
      const banner = account_center?.find(({ slug }) => slug === code)
      expect(banner?.fields.app_only_bonus ?? false, code).toBe(appOnly)
    }
  })

  test('restaurants for VIPs alone: only where there are some', async () => {
    const text = `${await textOf(partner)} ${JSON.stringify(settings.routeMeta)}`
    if (/(?:earn for VIPs only|for VIPs”|reserved for (?:them|VIPs))/.test(text))
      expect(settings.acclaimed).toBe('membersAndVips')
  })

  test('what is kept of a card: the expiry date too, wherever that is told', async () => {
    const told = (await textOf(partner)).match(/a token, the brand[^.]*\./g) ?? []
    for (const sentence of told) expect(sentence).toContain('expiry date')
    expect(await textOf(partner)).not.toMatch(/never see.*?expiry date or/)
  })

  test('what restaurants earn: visitors are not told that they see it', async () => {
    const text = `${await textOf(partner)} ${Object.values(partner.copy).join(' ')}`
    expect(text).not.toMatch(
      /(?:every restaurant|each listing|each one|each restaurant) (?:shows|states|says)/i,
    )
    expect(text).not.toMatch(/stand on (?:its|each restaurant’s) page/)
  })

  test('the bonus for new members: its pages name amount and minimum, and nobody is promised it for every dinner', async () => {
    const content = await store.contentOf(partner)
    const own = [...(content.earn_details ?? []), ...(content.earn_banner ?? []), ...(content.home ?? [])]
    for (const { slug, fields } of own.filter(({ slug }) => /new-member|first|welcome/.test(slug))) {
      const text = JSON.stringify(fields)
      expect(text, slug).toContain('{new member reward}')
      expect(text, slug).toContain('{new member minimum}')
      expect(text, slug).not.toMatch(/every dinner|first dinners|next dinners/)
    }
  })

  test('VIP: only where dines make one', async () => {
    if (/vip-upgrade/.test(await textOf(partner))) expect(hasVip(partner)).toBe(true)
  })

  test('numbers in copy, content and settings: those of the settings', async () => {
    const texts = textsOfPartner(partner, await store.contentOf(partner))
    expect(texts.length).toBeGreaterThan(500)
    expect(promisedNumberProblems(partner, texts)).toEqual([])
  })

  test('examples of a dinner: the rate of members, or of VIPs, comes to the amount; no other amount', async () => {
    const { rest, problems } = withoutExamples(partner, (await textOf(partner)).replaceAll(/<[^>]*>/g, ' '))
    expect(problems).toEqual([])
    expect(rest.match(/.{0,40}(?:\$\d|\d (?:points|miles|cents)\b).{0,20}/g) ?? []).toEqual([])
  })
})
