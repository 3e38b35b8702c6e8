import type {
  Participation,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { expect, test } from 'vitest'
import { newTerms } from '../terms/terms-dialog.tsx'
import { type BulkChange, planBulkChange } from './bulk-plans.ts'

const today = '2026-03-10'
const terms = newTerms(today)
const earlier = {
  ...newTerms('2026-01-01'),
  partner: 'harbor',
  status: 'active',
  version: 'v1',
} as Participation

const restaurant = (changes: Partial<Restaurant> = {}) =>
  ({
    id: 'casa',
    today,
    version: 'f1',
    canChangeFacts: true,
    facts: { cuisines: ['Thai'], priceRange: 2 },
    participations: [],
    ...changes,
  }) as unknown as Restaurant

const join: BulkChange = { kind: 'join', partner: 'harbor', terms }
const leave = (leftOn: string): BulkChange => ({ kind: 'leave', partner: 'harbor', leftOn })
const cuisines: BulkChange = { kind: 'fact', facts: { cuisines: ['Pizza', 'Italian'] } }

test.each([
  ['join: it takes no part', join, {}, 'change', 'Takes part from'],
  [
    'join: it left',
    join,
    { participations: [{ ...earlier, status: 'left', leftOn: '2026-02-01' }] },
    'change',
    'Takes part',
  ],
  ['join: it takes part', join, { participations: [earlier] }, 'unchanged', 'already'],
  ['join: before today', { ...join, terms: newTerms('2026-03-01') }, {}, 'refused', 'today at the earliest'],
  ['leave: it takes part', leave('2026-04-01'), { participations: [earlier] }, 'change', 'Leaves on'],
  [
    'leave: before today',
    leave('2026-03-01'),
    { participations: [earlier] },
    'refused',
    'today at the earliest',
  ],
  ['leave: it takes no part', leave('2026-04-01'), {}, 'refused', 'does not take part'],
  [
    'leave: it leaves then',
    leave('2026-04-01'),
    { participations: [{ ...earlier, leftOn: '2026-04-01' }] },
    'unchanged',
    '',
  ],
  ['fact: another value', cuisines, {}, 'change', 'Cuisines: Thai → Pizza, Italian'],
  ['fact: of programs of other staff', cuisines, { canChangeFacts: false }, 'refused', 'other staff'],
  ['fact: the same value', { kind: 'fact', facts: { cuisines: ['Thai'] } }, {}, 'unchanged', 'already'],
] as const)('%s', (_case, change, changes, kind, says) => {
  const plan = planBulkChange(change as BulkChange, restaurant(changes as unknown as Partial<Restaurant>))
  expect(plan).toMatchObject({ kind, says: expect.stringContaining(says) })
})
