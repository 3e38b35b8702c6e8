import * as z from 'zod/mini'
import { hasUnseenSigns } from './visible-text.ts'

const problem = 'Give the file a name without slashes and invisible characters.'

/**
 * It is the name of an upload, shown in lists and reports, where line ends and signs that turn the direction of text
 * would mislead.
 */
export const fileNameField = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(200),
  z.regex(/^[^/\\]+$/, problem),
  z.refine(name => !hasUnseenSigns(name), problem),
)
