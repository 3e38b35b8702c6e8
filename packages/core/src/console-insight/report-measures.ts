/*
 * What a report of the console can count, and what it can be divided by: each is described here once. The server's
 * `report-sources.read.ts` says how each is counted, and the console's builder and docs/reports.md show these words.
 */

export const dimensions = {
  month: { label: 'Month', isTime: true },
  week: { label: 'Week', isTime: true },
  day: { label: 'Day', isTime: true },
  program: { label: 'Program' },
  restaurant: { label: 'Restaurant' },
  cuisine: { label: 'Cuisine' },
  city: { label: 'City' },
  area: { label: 'Neighborhood' },
  tier: { label: 'Tier' },
  network: { label: 'Card network' },
  source: { label: 'Source of joining' },
  code: { label: 'Bonus or offer' },
  kind: { label: 'Kind of posting' },
  status: { label: 'Status' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly isTime?: true }>>
export type Dimension = keyof typeof dimensions

const times = ['month', 'week', 'day'] as const
export type TimeDimension = (typeof times)[number]
export const isTime = (dimension: Dimension): dimension is TimeDimension =>
  times.some(time => time === dimension)

/** What a report can be narrowed to; the program is chosen by itself. */
export const filterDimensions = [
  'restaurant',
  'cuisine',
  'city',
  'area',
  'tier',
  'network',
  'source',
  'code',
  'kind',
  'status',
] as const
export type FilterDimension = (typeof filterDimensions)[number]

export interface Measure {
  readonly label: string
  /** Rewards are in the unit of a program: cents, or whole points and miles. */
  readonly unit: 'count' | 'cents' | 'reward'
  /** It is a state at the end of the period, or of each of its parts, and never a sum over time. */
  readonly isAtEnd?: true
  readonly by: readonly Dimension[]
  /** What it counts, in a sentence or two. */
  readonly says: string
}

const place: readonly Dimension[] = ['restaurant', 'cuisine', 'city', 'area']
const always: readonly Dimension[] = [...times, 'program']
const member: readonly Dimension[] = ['tier', 'source']
const ofDines: readonly Dimension[] = [...always, ...place, ...member, 'network']
const ofPostings: readonly Dimension[] = [...ofDines, 'code', 'kind']

export const measures = {
  dines: {
    label: 'Dines',
    unit: 'count',
    by: ofDines,
    says: 'Dines that have cleared and are not forfeited, on the restaurant’s local date.',
  },
  spend: {
    label: 'Spend',
    unit: 'cents',
    by: ofDines,
    says: 'What those dines cost with tax and tip, less refunds.',
  },
  activeMembers: {
    label: 'Active members',
    unit: 'count',
    by: ofDines,
    says: 'Members with such a dine. One who dines in two months is in both, and once in the total.',
  },
  activeRestaurants: {
    label: 'Restaurants with a dine',
    unit: 'count',
    by: ofDines,
    says: 'Restaurants at which a member had such a dine, each once.',
  },
  allDines: {
    label: 'Dines of every status',
    unit: 'count',
    by: [...ofDines, 'status'],
    says: 'Every dine that a card network reported, also pending and forfeited ones, on the restaurant’s local date.',
  },
  promised: {
    label: 'Rewards promised',
    unit: 'reward',
    by: ofDines,
    says: 'What dines will earn that have not cleared yet, on the restaurant’s local date. Nothing of it is posted.',
  },
  rewards: {
    label: 'Rewards',
    unit: 'reward',
    by: ofPostings,
    says: 'Postings for dines, bonuses and adjustments, less what was taken back: what rewards cost, as in Insight.',
  },
  earned: {
    label: 'Rewards earned by dines',
    unit: 'reward',
    by: ofPostings,
    says: 'Postings that give the reward of a dine, before anything is taken back, as in the partner statement.',
  },
  bonuses: {
    label: 'Bonuses and offers',
    unit: 'reward',
    by: ofPostings,
    says: 'Postings that give a bonus, an offer or a referral, before anything is taken back, as in the partner statement.',
  },
  takenBack: {
    label: 'Rewards taken back',
    unit: 'reward',
    by: ofPostings,
    says: 'Postings that take back rewards of dines and bonuses, such as after a refund, as in the partner statement.',
  },
  adjusted: {
    label: 'Adjustments',
    unit: 'reward',
    by: ofPostings,
    says: 'What staff gave by hand, less what they took, as in the partner statement.',
  },
  paid: {
    label: 'Rewards paid',
    unit: 'reward',
    by: [...always, 'kind'],
    says: 'Statement credits that were paid out, and points or miles that the partner has credited.',
  },
  joined: {
    label: 'New members',
    unit: 'count',
    by: [...always, ...member],
    says: 'Accounts by the day on which they joined, in the program’s time zone, also those that have closed since.',
  },
  joinedWithCard: {
    label: 'New members who linked a card',
    unit: 'count',
    by: [...always, ...member],
    says: 'Of the new members, those who have ever linked a card, counted on the day on which they joined.',
  },
  bookings: {
    label: 'Bookings',
    unit: 'count',
    by: [...always, ...place, ...member, 'status'],
    says: 'Tables that members booked, by the day on which they did; also those that were canceled later.',
  },
  claims: {
    label: 'Claims',
    unit: 'count',
    by: [...always, ...place, ...member, 'status'],
    says: 'Missing dines that members reported, by the day on which they did.',
  },
  newRestaurants: {
    label: 'New restaurants',
    unit: 'count',
    by: [...always, 'restaurant', 'cuisine', 'city', 'area'],
    says: 'Restaurants by the day on which they last joined the program, also those that have left since.',
  },
  members: {
    label: 'Members at the end',
    unit: 'count',
    isAtEnd: true,
    by: [...always, ...member],
    says: 'Accounts that are open at the end of the period.',
  },
  cards: {
    label: 'Linked cards at the end',
    unit: 'count',
    isAtEnd: true,
    by: [...always, ...member, 'network'],
    says: 'Cards that are linked at the end of the period.',
  },
  cardMembers: {
    label: 'Members with a card at the end',
    unit: 'count',
    isAtEnd: true,
    by: [...always, ...member],
    says: 'Members who have at least one linked card at the end of the period.',
  },
  restaurants: {
    label: 'Restaurants at the end',
    unit: 'count',
    isAtEnd: true,
    by: [...always, 'cuisine', 'city', 'area'],
    says: 'Restaurants that take part at the end of the period. Breaks before they last joined are not known.',
  },
  liability: {
    label: 'Liability at the end',
    unit: 'reward',
    isAtEnd: true,
    by: always,
    says: 'What is outstanding to members at the end of the period, payouts on their way included, as in the partner statement.',
  },
} as const satisfies Readonly<Record<string, Measure>>
export type MeasureName = keyof typeof measures

export const measureOf = (name: MeasureName): Measure => measures[name]

/** What all of these can be divided by and narrowed to. */
export const dimensionsOf = (names: readonly MeasureName[]): Dimension[] =>
  (Object.keys(dimensions) as Dimension[]).filter(one =>
    names.every(name => measureOf(name).by.includes(one)),
  )
