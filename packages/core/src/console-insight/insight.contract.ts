import * as z from 'zod/mini'
import { programField } from '../console-finance/finance-fields.ts'
import { asOfField, figureErrors } from '../shared/as-of.ts'
import { defineContract } from '../shared/contract.ts'
import { daysBetween, isLocalDate } from '../shared/local-date.ts'

/** It is two years and a day. */
const longestDays = 731
const dateField = z.string().check(z.refine(isLocalDate, 'Give a date such as 2026-11-30.'))

/** They are of a program and a period. */
const figuresSchema = z.object({
  /** With an account at its end. */
  members: z.number(),
  newMembers: z.number(),
  /** With a dine that counts. */
  activeMembers: z.number(),
  /** At its end. */
  linkedCards: z.number(),
  /** They are cleared, and count by the restaurants’ local dates. */
  dines: z.number(),
  /** Refunds are taken off. */
  spentCents: z.number(),
  /** Posted in the ledger, less what was taken back, in the program's unit. */
  rewardUnits: z.number(),
})
export type InsightFigures = z.infer<typeof figuresSchema>

const daySchema = z.object({
  day: z.string(),
  partner: z.string(),
  dines: z.number(),
  spentCents: z.number(),
  rewardUnits: z.number(),
  newMembers: z.number(),
})
export type InsightDay = z.infer<typeof daySchema>

const periodQuery = z
  .object({
    partner: z.optional(programField),
    /** Both the first and the last day are included. */
    from: dateField,
    to: dateField,
  })
  .check(
    z.refine(
      ({ from, to }) => from <= to && daysBetween(from, to) < longestDays,
      'A period ends on or after its first day, and has at most two years.',
    ),
  )

const programsSchema = z.array(z.object({ partner: z.string(), now: figuresSchema, before: figuresSchema }))
export const getInsight = defineContract({
  method: 'GET',
  path: '/api/Console/Insight',
  summary: 'Totals of a period by program, with those of the period before. No personal data.',
  access: { console: 'insight.read' },
  query: periodQuery,
  response: z.object({
    asOf: asOfField,
    before: z.object({ from: z.string(), to: z.string() }),
    programs: programsSchema,
    /** Days without anything are left out. */
    days: z.array(daySchema),
    /** Members who joined in the period, and how far they have come until today. */
    funnel: z.array(
      z.object({
        partner: z.string(),
        joined: z.number(),
        linkedCard: z.number(),
        firstDine: z.number(),
        thirdDine: z.number(),
      }),
    ),
    /** They were reported in the period. */
    claims: z.array(
      z.object({ partner: z.string(), state: z.string(), answer: z.string(), count: z.number() }),
    ),
    /** They are ordered by spend. */
    restaurants: z.array(
      z.object({ merchantId: z.string(), name: z.string(), dines: z.number(), spentCents: z.number() }),
    ),
  }),
  errors: figureErrors,
})

export const getInsightTrend = defineContract({
  method: 'GET',
  path: '/api/Console/Insight/Trend',
  summary: 'Figures and days of a period alone, for a first look.',
  access: { console: 'insight.read' },
  query: periodQuery,
  response: z.object({ asOf: asOfField, programs: programsSchema, days: z.array(daySchema) }),
  errors: figureErrors,
})

const ofProgram = z.object({ partner: z.optional(programField) })

export const getInsightCohorts = defineContract({
  method: 'GET',
  path: '/api/Console/Insight/Cohorts',
  summary:
    'Members of the last 12 months by the month in which they joined, and how far they came. No personal data.',
  access: { console: 'insight.read' },
  query: ofProgram,
  response: z.object({
    asOf: asOfField,
    cohorts: z.array(
      z.object({
        /** It is `YYYY-MM`. */
        month: z.string(),
        joined: z.number(),
        /** By months after joining, 0 is the month itself, until now: how many had made so many dines by its end. */
        firstDine: z.array(z.number()),
        thirdDine: z.array(z.number()),
        tenthDine: z.array(z.number()),
        /** How many had a dine in that month. */
        active: z.array(z.number()),
      }),
    ),
    /** By what brought them; null where it is not known. */
    sources: z.array(
      z.object({
        source: z.nullable(z.string()),
        joined: z.number(),
        linkedCard: z.number(),
        firstDine: z.number(),
        thirdDine: z.number(),
      }),
    ),
  }),
  errors: figureErrors,
})

export const getInsightEffects = defineContract({
  method: 'GET',
  path: '/api/Console/Insight/Effects',
  summary:
    'What members spent 30 days before and after a bonus or an offer, and restaurants without a dine for 30 days.',
  access: { console: 'insight.read' },
  query: ofProgram,
  response: z.object({
    asOf: asOfField,
    effects: z.array(
      z.object({
        partner: z.string(),
        kind: z.enum(['bonus', 'offer']),
        code: z.string(),
        name: z.string(),
        /** Who registered for the bonus, or used the offer. */
        members: z.number(),
        /** Those of them whose 30 days afterwards have passed: dines and spend are theirs. */
        compared: z.number(),
        dinesBefore: z.number(),
        dinesAfter: z.number(),
        spentBeforeCents: z.number(),
        spentAfterCents: z.number(),
        /** In the program’s unit. */
        rewardUnits: z.number(),
      }),
    ),
    silent: z.array(
      z.object({
        partner: z.string(),
        merchantId: z.string(),
        name: z.string(),
        city: z.string(),
        dines: z.number(),
        spentCents: z.number(),
        lastDinedOn: z.string(),
      }),
    ),
  }),
  errors: figureErrors,
})
