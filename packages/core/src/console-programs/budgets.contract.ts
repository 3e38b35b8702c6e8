import * as z from 'zod/mini'
import { offerDefinitionSchema } from '../offers/offer.rules.ts'
import { bonusDefinitionSchema } from '../partner/bonus-definition.ts'
import { budgetKinds } from '../rewards/components/budget.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { programParams } from './settings.contract.ts'

export const budgetFiguresSchema = z.object({
  /** Null means that there is no limit. */
  limitUnits: z.nullable(z.int()),
  /** Dines that are not cleared yet may earn it. */
  promisedUnits: z.int(),
  /** What was posted to members, before anything was taken back. */
  paidUnits: z.int(),
  takenBackUnits: z.int(),
  leftUnits: z.nullable(z.int()),
  /** It cannot cover the next promise. */
  isUsedUp: z.boolean(),
  members: z.int(),
  dines: z.int(),
})
export type BudgetFigures = z.infer<typeof budgetFiguresSchema>

export const getConsoleBudget = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Budgets/:kind/:code',
  summary:
    'What an offer, a bonus or the referrals have promised, paid and taken back, from the ledger, and what is left of the budget.',
  access: { console: 'settings.read' },
  params: z.object({
    ...programParams.shape,
    kind: z.enum(budgetKinds),
    code: z.string().check(z.regex(/^[\w-]{1,60}$/)),
  }),
  response: z.object({ budget: budgetFiguresSchema }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})

export const forecastPeriods = ['last90Days', 'lastMonth'] as const
export type ForecastPeriod = (typeof forecastPeriods)[number]

/** Why there is no figure. */
export const forecastObstacles = [
  'no_dines',
  'too_many_dines',
  'takes_too_long',
  'registered_in_app',
] as const

export const forecastSchema = z.object({
  /** Local dates of the dines, both included. */
  from: z.string(),
  to: z.string(),
  obstacle: z.nullable(z.enum(forecastObstacles)),
  figures: z.nullable(
    z.object({
      members: z.int(),
      dines: z.int(),
      /** In the program's unit, within the budget. */
      units: z.int(),
      /** Without the budget. */
      wantedUnits: z.int(),
      /** Of all dines of the period that earned. */
      ofDines: z.int(),
      /** Members register for it, and it is as if all of them had. */
      asIfAllRegistered: z.boolean(),
    }),
  ),
})
export type ConsoleForecast = z.infer<typeof forecastSchema>

export const postConsoleForecast = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Forecasts',
  summary:
    'What an offer or a bonus would have cost with dines of the past, by the rules that decide dines. Nothing changes.',
  access: { console: 'settings.read' },
  params: programParams,
  body: z.strictObject({
    period: z.enum(forecastPeriods),
    subject: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('offer'),
        /** Null while it is not saved yet. */
        id: z.nullable(z.string().check(z.regex(/^[\w-]{8,60}$/))),
        definition: offerDefinitionSchema,
      }),
      z.strictObject({ kind: z.literal('bonus'), definition: bonusDefinitionSchema }),
    ]),
  }),
  response: z.object({ forecast: forecastSchema }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'],
})
