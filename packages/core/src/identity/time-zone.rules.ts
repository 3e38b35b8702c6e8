let known: ReadonlySet<string> | undefined

/** Of the browsers' names, some are older ones that only the parser knows. */
export function isTimeZone(text: string): boolean {
  known ??= new Set(Intl.supportedValuesOf('timeZone'))
  return known.has(text) || (/^[A-Za-z][\w/+-]{1,59}$/.test(text) && canFormatIn(text))
}

function canFormatIn(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}

/** "America/New_York" gives "New York"; "UTC" and "Etc/GMT+5" are of no city. */
export function cityOfTimeZone(timeZone: string): string | null {
  const [area, ...places] = timeZone.split('/')
  const city = places.at(-1)
  return city === undefined || area === 'Etc' ? null : city.replaceAll('_', ' ')
}
