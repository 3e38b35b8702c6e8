export const openTableOrigin = 'https://www.opentable.com'

export function openTableLink(
  openTableId: string,
  { date, time, partySize }: { readonly date: string; readonly time: string; readonly partySize: number },
): string {
  const query = new URLSearchParams({ rid: openTableId, restref: openTableId })
  query.set('datetime', `${date}T${time}`)
  query.set('covers', String(partySize))
  query.set('lang', 'en-US')
  return `${openTableOrigin}/restref/client/?${query}`
}

/** The widget without OpenTable's loader, whose scripts our policy refuses. `source` names the referring program. */
export function openTableWidgetUrl(openTableId: string, source: string): string {
  const query = new URLSearchParams({
    rid: openTableId,
    type: 'standard',
    theme: 'standard',
    overlay: 'false',
    domain: 'com',
    lang: 'en-US',
    newtab: 'false',
    ot_source: source,
  })
  return `${openTableOrigin}/widget/reservation/canvas?${query}`
}
