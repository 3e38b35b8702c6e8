import type { SeededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { MerchantHours } from '@dineward/server/seeding.ts'

const week = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
type Day = (typeof week)[number]
interface Sitting {
  readonly opens: string
  readonly closes: string
}

export type HoursKind = 'dinner' | 'lunchDinner' | 'allDay' | 'cafe' | 'morning' | 'bar' | 'late'

const sitting = (opens: string, closes: string): Sitting => ({ opens, closes })
const weekend = (day: Day) => day === 'Fri' || day === 'Sat'

/** Sittings of a day go by kind. A time after midnight belongs to the evening it ends. */
const kinds: Record<HoursKind, (day: Day, brunch: boolean) => Sitting[]> = {
  dinner: (day, brunch) => [
    ...(brunch && (day === 'Sat' || day === 'Sun') ? [sitting('10:30', '14:30')] : []),
    sitting('17:00', weekend(day) ? '23:00' : '22:00'),
  ],
  lunchDinner: day => [sitting('11:30', '14:30'), sitting('17:00', weekend(day) ? '22:30' : '21:30')],
  allDay: day => [sitting('11:00', weekend(day) ? '23:00' : '22:00')],
  cafe: day => [sitting(day === 'Sun' || day === 'Sat' ? '08:00' : '07:00', '17:00')],
  morning: () => [sitting('08:00', '15:00')],
  bar: day => [sitting('16:00', weekend(day) ? '02:00' : '00:00')],
  late: day => [sitting('11:00', weekend(day) ? '04:00' : '01:00')],
}

const meals: Record<HoursKind, readonly string[]> = {
  dinner: ['dinner'],
  lunchDinner: ['lunch', 'dinner'],
  allDay: ['lunch', 'dinner'],
  cafe: ['breakfast', 'lunch'],
  morning: ['breakfast', 'brunch', 'lunch'],
  bar: ['dinner', 'lateNight'],
  late: ['lunch', 'dinner', 'lateNight'],
}

export function openingHours(
  random: SeededRandom,
  kind: HoursKind,
): { hours: MerchantHours; mealsServed: string[] } {
  const brunch = kind === 'dinner' && random.chance(0.4)
  const resting: readonly Day[] =
    kind === 'dinner' || kind === 'lunchDinner'
      ? random.pick<readonly Day[]>([[], [], ['Mon'], ['Mon'], ['Sun'], ['Sun', 'Mon']])
      : random.pick<readonly Day[]>([[], [], [], [], ['Mon'], ['Tue']])
  const hours = Object.fromEntries(
    week.map(day => [day, resting.includes(day) ? [] : kinds[kind](day, brunch)]),
  )
  return { hours, mealsServed: [...(brunch && !resting.includes('Sun') ? ['brunch'] : []), ...meals[kind]] }
}
