/**
 * The frame that OpenTable's loader puts into a page, without the loader: that one writes scripts and styles of its own
 * into the page around it, which our pages' policy refuses.
 */
export function openTableWidget(openTableId: string, source: string): string {
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
  return `https://www.opentable.com/widget/reservation/canvas?${query}`
}
