/*
 * Where OpenTable keeps the book, people book there: a link, or its widget (integrations: Booking). `openTableId` is the
 * restaurant's id there.
 */

/** Leads to the restaurant at OpenTable with the day, the time and the party filled in. */
export function openTableLink(
  openTableId: string,
  { date, time, partySize }: { readonly date: string; readonly time: string; readonly partySize: number },
): string {
  const query = new URLSearchParams({ rid: openTableId, restref: openTableId })
  query.set('datetime', `${date}T${time}`)
  query.set('covers', String(partySize))
  query.set('lang', 'en-US')
  return `https://www.opentable.com/restref/client/?${query}`
}

/** The script of OpenTable's own widget. `source` tells OpenTable who sent the diner. */
export function openTableWidgetUrl(openTableId: string, source: string): string {
  const query = new URLSearchParams({
    rid: openTableId,
    type: 'standard',
    theme: 'standard',
    iframe: 'true',
    domain: 'com',
    lang: 'en-US',
    newtab: 'false',
    ot_source: source,
  })
  return `https://www.opentable.com/widget/reservation/loader?${query}`
}
