import * as z from 'zod/mini'
import { daysOfMonth } from '../reports/reports.rules.ts'

/** A program is named by its slug. */
export const programField = z.string().check(z.minLength(1), z.maxLength(100))

/** It is `YYYY-MM`. */
export const monthField = z
  .string()
  .check(z.refine(text => daysOfMonth(text) !== null, 'Give a month such as 2026-11.'))

/** Why, in the staff member's words. */
export const reasonField = z
  .string('Give a reason.')
  .check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500, 'Use at most 500 characters.'))

/** Where rows of now stand beside a figure and must make it: it is not read from a replica. */
export const ofNowField = z.optional(z.enum(['true', 'false']))
