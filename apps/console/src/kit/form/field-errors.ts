import type { FieldError } from '@dineward/core/shared/errors.ts'
import type { ReactNode } from 'react'

/** The first sentence of each field, by its path and by the field that the path begins with. */
export function errorsByPath(
  errors: readonly FieldError[],
  prefix: string | RegExp = '',
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { field, message } of errors) {
    const path = field.replace(prefix, '')
    found[path] ??= message
    found[path.split('.')[0]!] ??= message
  }
  return found
}

/** Sentences that have no field on screen, each with the field's name: "Dish 2, name: This field is required." */
export function namedErrors(
  errors: Readonly<Record<string, ReactNode>>,
  shown: ReadonlySet<string>,
  labels: Readonly<Record<string, string>>,
): string[] {
  const paths = Object.keys(errors).filter(path => errors[path])
  return paths
    .filter(path => !shown.has(path) && !shown.has(path.split('.')[0]!))
    .filter(path => !paths.some(longer => longer.startsWith(`${path}.`)))
    .map(path => `${nameOf(path, labels)}: ${errors[path]}`)
}

/** "menu.1.name" becomes "Dish 2, name" where the label of `menu` is "Dish"; an empty label is left out. */
function nameOf(path: string, labels: Readonly<Record<string, string>>): string {
  return path
    .split('.')
    .map((part, index, parts) => {
      if (/^\d+$/.test(part)) return ''
      const word = labels[part] ?? part.replaceAll('_', ' ')
      const place = parts[index + 1] ?? ''
      return word && /^\d+$/.test(place) ? `${word} ${Number(place) + 1}` : word
    })
    .filter(word => word !== '')
    .join(', ')
}
