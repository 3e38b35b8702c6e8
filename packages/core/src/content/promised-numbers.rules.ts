import {
  earningLevelShort,
  earnRateOf,
  hasEnrollment,
  hasVip,
  rewardsAreCents,
} from '../partner/partner-questions.ts'
import type { PartnerSettings } from '../partner/settings/partner-settings.ts'
import { rewardUnits } from '../rewards/earning.rules.ts'
import { claimedNumbersIn, type NumberKind, wordsOf } from './claimed-numbers.rules.ts'
import type { PartnerContent } from './frame-content.ts'

export interface PartnerText {
  /** It reads as `copy.json: home.promise` does, for a sentence about it. */
  readonly where: string
  readonly text: string
}

interface Promising {
  readonly settings: PartnerSettings
}

/**
 * Amounts, rates, times and numbers of dines in texts that the settings do not say. A placeholder is always right;
 * a number in prose is compared.
 */
export function promisedNumberProblems(partner: Promising, texts: readonly PartnerText[]): string[] {
  return texts.flatMap(({ where, text }) => {
    const { rest, problems } = withoutExamples(partner, wordsOf(text))
    // Where nothing is earned, numbers tell a story.
    const claimed = hasEnrollment(partner) ? claimedNumbersIn(rest) : []
    const wrong = claimed.filter(
      ({ kind, value, sentence }) => !knownValues(partner, kind, sentence).includes(value),
    )
    return [
      ...problems.map(problem => `${where} — ${problem}`),
      ...wrong.map(({ kind, words, sentence }) => {
        const known = [...new Set(knownValues(partner, kind, sentence))].toSorted((a, b) => a - b)
        const settings = known.length === 0 ? 'have no such number' : `say ${known.join(', ')}`
        return `${where} — says “${words}”, and the settings ${settings}. Use a placeholder`
      }),
    ]
  })
}

/** What members and visitors read: copy, content, and the texts in settings. */
export function textsOfPartner(
  { copy, settings }: Promising & { readonly copy: Readonly<Record<string, string>> },
  content: PartnerContent,
): PartnerText[] {
  return [
    ...Object.entries(copy).map(([key, text]) => ({ where: `copy: ${key}`, text })),
    ...Object.entries(content).flatMap(([kind, entries]) =>
      entries.flatMap(({ slug, fields }) => textsIn(fields, `content: ${kind} "${slug}"`)),
    ),
    ...Object.entries(settings.routeMeta).flatMap(([path, meta]) =>
      textsIn(meta, `settings: routeMeta.${path}`),
    ),
    ...settings.bonuses.map(({ code, description }) => ({
      where: `settings: bonuses ${code}`,
      text: description,
    })),
  ]
}

/** Addresses are left out. */
function textsIn(value: unknown, where: string): PartnerText[] {
  if (typeof value === 'string') return [{ where, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    /url|search_string|image|type|look|slug/.test(key) ? [] : textsIn(each, where),
  )
}

/** What a sentence about these words may say; the first topic that fits decides. */
interface Topic {
  readonly kind: NumberKind
  readonly about: RegExp
  values(partner: Promising): readonly (number | null)[]
}

const newMemberDays = ({ settings: { newMemberBonus } }: Promising) => [
  newMemberBonus && newMemberBonus.windowHours !== null ? newMemberBonus.windowHours / 24 : null,
]

const topics: readonly Topic[] = [
  { kind: 'days', about: /join|register|bonus|first|new (?:here|member)/i, values: newMemberDays },
  {
    kind: 'days',
    about: /report|missing|not there|not appear/i,
    values: ({ settings: { claims } }) => [claims.minDays, claims.maxDays],
  },
  {
    kind: 'dines',
    about: /VIP|Acclaimed|year/i,
    values: partner => [hasVip(partner) ? partner.settings.vipQualification.dinesRequired : null],
  },
  {
    kind: 'dollars',
    about: /balance|payout|paid out|statement credit/i,
    values: ({ settings: { payout } }) => [payout.thresholdCents / 100],
  },
  { kind: 'minutes', about: /locked/i, values: ({ settings: { signInLock } }) => [signInLock.lockMinutes] },
]

function knownValues(partner: Promising, kind: NumberKind, sentence: string): number[] {
  const topic = topics.find(each => each.kind === kind && each.about.test(sentence))
  const values = topic ? topic.values(partner) : valuesOf(partner)[kind]
  return values.filter(value => value !== null)
}

/** How long banks, networks and partners take, and what the product itself takes. */
const fixed = {
  /** A payment settles in these days, and the link that confirms an address expires. */
  days: [1, 3],
  /** It takes so long to post what was earned. */
  weeks: [2],
  months: [12],
  /** A restaurant may be open all day. */
  hours: [24],
  /** They are what joining takes, how recent a sign-in is, and how long a code lasts. */
  minutes: [2, 5, 10, 15, 30],
  /** `filters.price` names them. */
  dollars: [0, 1, 15, 30, 60],
} as const

function valuesOf(partner: Promising): Record<NumberKind, readonly (number | null)[]> {
  const { settings } = partner
  const { claims, reviews, reservations, signInLock } = settings
  const areCents = rewardsAreCents(partner)
  const rates = ([0, 2, 3] as const).map(tier => Number.parseFloat(earningLevelShort(partner, tier)))
  const paid = rewardsOf(settings)
  const minimums = settings.bonuses.map(({ minimumSpendCents }) => minimumSpendCents / 100)
  return {
    dollars: [
      ...fixed.dollars,
      ...minimums,
      ...(areCents ? [settings.payout.thresholdCents / 100, ...paid.map(units => units / 100)] : []),
    ],
    percent: areCents ? rates : [],
    units: areCents ? [] : [...rates, ...paid],
    minutes: [...fixed.minutes, signInLock.lockMinutes, reservations.holdMinutes],
    hours: [...fixed.hours, reservations.bonusLeadHours, reservations.overlapHours],
    days: [...fixed.days, ...newMemberDays(partner), claims.minDays, claims.maxDays, reviews.days],
    weeks: fixed.weeks,
    months: fixed.months,
    dines: [
      hasVip(partner) ? settings.vipQualification.dinesRequired : null,
      ...settings.bonuses.map(({ dines }) => dines),
    ],
  }
}

function rewardsOf({ bonuses, referral, hasReservationBonus, reservations }: PartnerSettings): number[] {
  return [
    ...bonuses.flatMap(({ reward }) => (reward.kind === 'fixed' ? [reward.units] : [])),
    ...(referral ? [referral.referrerUnits, referral.friendUnits] : []),
    ...(hasReservationBonus ? [reservations.bonusAmount] : []),
  ]
}

const money = String.raw`\$(\d+(?:\.\d\d)?)`
const centsOf = (dollars: string) => Math.round(Number(dollars) * 100)

/** Sentences with a bill and what it earns; `bill` is the index of its group. */
const examples: readonly {
  readonly pattern: RegExp
  bill: number
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

/** The rate of members, or of VIPs, has to come to the amount. */
export function withoutExamples(partner: Promising, text: string): { rest: string; problems: string[] } {
  const { rounding } = partner.settings.rewards
  const rates = ([2, 3] as const).map(tier => earnRateOf(partner, tier))
  const problems: string[] = []
  let rest = text
  if (!hasEnrollment(partner)) return { rest, problems }
  for (const { pattern, bill, reward } of examples)
    rest = rest.replaceAll(pattern, (words, ...groups: string[]) => {
      const earned = rates.map(rate => rewardUnits(centsOf(groups[bill]!), rate, rounding))
      if (!earned.includes(reward(groups)))
        problems.push(`says “${words}”, and the rates come to something else`)
      return ''
    })
  return { rest, problems }
}
