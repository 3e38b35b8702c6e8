import { lookUp } from '../shared/look-up.ts'
import { repairMojibake, tidySpaces } from './tidy-name.rules.ts'

export function splitCuisine(text: string): string[] {
  const kind = tidySpaces(repairMojibake(text))
  return [
    ...(lookUp(known, kind) ??
      kind
        .split('/')
        .map(part => part.trim())
        .filter(part => part !== '')),
  ]
}

/** Descriptions that are not split at slashes. */
const known = {
  'Latin (Cuban, Dominican, Puerto Rican, South & Central American)': [
    'Latin American',
    'Cuban',
    'Dominican',
    'Puerto Rican',
    'South American',
    'Central American',
  ],
  'Ice Cream, Gelato, Yogurt, Ices': ['Ice Cream', 'Gelato', 'Yogurt', 'Ices'],
  'Juice, Smoothies, Fruit Salads': ['Juice', 'Smoothies', 'Fruit Salads'],
  'Sandwiches/Salads/Mixed Buffet': ['Sandwiches', 'Salads', 'Buffet'],
  'Soups & Sandwiches': ['Soups', 'Sandwiches'],
  'Bottled beverages, including water, sodas, juices, etc.': ['Drinks'],
  'Vietnamese/Cambodian/Malaysia': ['Vietnamese', 'Cambodian', 'Malaysian'],
  Hotdogs: ['Hot Dogs'],
  Other: [],
  'Not Listed/Not Applicable': [],
} satisfies Record<string, readonly string[]>
