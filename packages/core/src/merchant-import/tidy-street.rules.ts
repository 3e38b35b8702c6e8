import { lowerOrdinals, ordinal, tidyName } from './tidy-name.rules.ts'

/** "West   57 Street" and building "351" make "351 West 57th Street". Empty parts ("0", "") are omitted. */
export function tidyStreet(building: string, street: string): string {
  const name = tidyName(street.replace(/^[\s_&@-]+/, ''))
    .replace(numberedStreet, (_, number: string, kind: string) => `${ordinal(Number(number))} ${kind}`)
    .replace(/\bE\. (?=\d)/, 'East ')
    .replace(/\bW\. (?=\d)/, 'West ')
  return [tidyBuilding(building), lowerOrdinals(name)].filter(part => part !== '').join(' ')
}

const numberedStreet = /\b(\d+) (Street|Avenue|Road|Drive|Place|Lane|Court|Terrace|St|Ave|Rd|Dr|Pl)\b/

/** It tidies house numbers; "155157" is the range 155-157. */
function tidyBuilding(text: string): string {
  const building = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  if (!/[1-9]/.test(building)) return ''
  const [, first = '', second = ''] = /^(\d{3,4})(\d{3,4})$/.exec(building) ?? []
  const isRange = first.length === second.length && first < second && Number(second) - Number(first) < 100
  return isRange ? `${first}-${second}` : building.replace(/^[.\s]+/, '')
}
