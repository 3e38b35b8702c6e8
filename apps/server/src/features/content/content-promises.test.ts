import { join } from 'node:path'
import { frameContentOf } from '@dineward/core/content/frame-content.ts'
import { earnRateOf, hasVip, offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import { rewardUnits } from '@dineward/core/rewards/earning.rules.ts'
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

  test('VIP: only where dines make one', async () => {
    if (/vip-upgrade/.test(await textOf(partner))) expect(hasVip(partner)).toBe(true)
  })

  test('the days of the bonus for new members: those of the program', async () => {
    const days = (await textOf(partner)).match(/\b\d+(?= days\b)/g) ?? []
    const hours = settings.newMemberBonus?.windowHours ?? null
    expect(days.filter(found => Number(found) * 24 !== hours)).toEqual([])
  })

  test('examples of a dinner: the rate of members, or of VIPs, comes to the amount; no other amount', async () => {
    let text = (await textOf(partner)).replaceAll(/<[^>]*>/g, ' ')
    for (const { pattern, bill, reward } of examples)
      text = text.replaceAll(pattern, (sentence, ...groups: string[]) => {
        const rates = ([2, 3] as const).map(tier => earnRateOf(partner, tier))
        const earned = rates.map(rate => rewardUnits(centsOf(groups[bill]!), rate, settings.rewards.rounding))
        expect(earned, sentence).toContain(reward(groups))
        return ''
      })
    expect(text.match(/.{0,40}(?:\$\d|\d (?:points|miles|cents)\b).{0,20}/g) ?? []).toEqual([])
  })
})

const centsOf = (dollars: string) => Math.round(Number(dollars) * 100)
const money = String.raw`\$(\d+(?:\.\d\d)?)`

/** Sentences with a bill and what it earns. */
const examples: readonly {
  readonly pattern: RegExp
  /** Index of its group. */
  readonly bill: number
  reward(groups: readonly string[]): number
}[] = [
  {
    pattern: new RegExp(`${money}\\b[^.]{0,60}?\\bis (?:then )?([\\d,]+) (?:points|miles)`, 'g'),
    bill: 0,
    reward: groups => Number(groups[1]!.replaceAll(',', '')),
  },
  // Before the next one, which takes its bill out of the text.
  {
    pattern: new RegExp(
      `(?<=${money} (?:cash )?back +on an? ${money}\\b.{0,120})the same dinner pays ${money}`,
      'g',
    ),
    bill: 1,
    reward: groups => centsOf(groups[2]!),
  },
  {
    pattern: new RegExp(`${money} (?:cash )?back +on an? ${money}\\b`, 'g'),
    bill: 1,
    reward: groups => centsOf(groups[0]!),
  },
]
