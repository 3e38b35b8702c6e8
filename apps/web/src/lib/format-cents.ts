import { formatCents } from '@dineward/core/shared/money.ts'

/** "$400", and "$37.50" where there are cents. */
export const wholeDollars = (cents: number): string => formatCents(cents).replace(/\.00$/, '')
