import { errorsByPath, namedErrors } from '../../kit/form/field-errors.ts'
import { ApiError } from '../../lib/api.ts'
import { factWords, weekdayNames } from './restaurant-words.ts'

/** What one of a list of facts is called: "Dish 2, name: This field is required." */
const wordsOfOne: Readonly<Record<string, string>> = {
  ...factWords,
  ...weekdayNames,
  menu: 'Menu section',
  items: 'dish',
  title: 'title',
  description: 'description',
  priceCents: 'price',
  cuisines: 'Cuisine',
  menuImages: 'Menu picture',
  hours: 'Hours',
  opens: 'opens',
  closes: 'closes',
  partner: 'Program',
  mid: 'MID',
  joinedOn: 'Joins on',
  leftOn: 'Leaves on',
  benefitDays: 'Days that earn',
}

/** A sentence for each field that the server refused, with the field's name. */
export function sentencesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return []
  const errors = errorsByPath(
    error.fieldErrors.map(({ field, message }) => ({
      field: field.replace(/^(facts|terms)\./, ''),
      message,
    })),
  )
  return namedErrors(errors, new Set(), wordsOfOne)
}
