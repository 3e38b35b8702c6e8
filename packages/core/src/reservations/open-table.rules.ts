/*
 * Where OpenTable keeps the book, people book there: a link, or its widget (integrations: Booking). `openTableId` is the
 * restaurant's id there.
 */

export const openTableOrigin = 'https://www.opentable.com'

/** Leads to the restaurant at OpenTable with the day, the time and the party filled in. */
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

/**
 * The frame that OpenTable's loader puts into a page, without the loader: that one writes scripts and styles into the
 * page around it, which our pages' policy refuses. `source` tells OpenTable who sent the diner.
 */
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
