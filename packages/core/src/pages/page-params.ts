/**
 * What pages read from their query. Others are left out before an anonymous page is rendered, so that invented ones
 * make no page of their own. A test compares the list with the web's sources.
 */
export const pageParams: ReadonlySet<string> = new Set([
  'location',
  'latitude',
  'longitude',
  'bounds',
  'radiusMiles',
  'restaurantOrCuisine',
  'campaignCode',
  'priceRange',
  'benefitsFor',
  'features',
  'mealsServed',
  'diets',
  'minRating',
  'cuisines',
  'openNow',
  'acclaimed',
  'isNew',
  'reservations',
  'sortBy',
  'pageNo',
  'view',
  'filters',
  'date',
  'time',
  'partySize',
  'hasTable',
  'slot',
  'openTable',
  'returnTo',
  'public_id',
  'referrer',
  'code',
  'token',
  'rfr',
  'closed',
  'timeout',
  'reason',
  'sso',
  'provider',
  'problem',
  'page',
  'review',
  'reviews',
  'transaction',
  'merchant',
  'restaurant',
  'claim',
  'from',
  'to',
  'status',
  'cardId',
  'merchantId',
  'merchantName',
  'preview',
  'done',
  'id',
  'embedId',
  'utm_campaign',
  'utm_medium',
  'utm_source',
  'utm_term',
  'utm_content',
])

/** The address stays as written, without the parameters that no page reads. */
export function withKnownParams(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url
  const known = url
    .slice(start + 1)
    .split('&')
    .filter(pair => pageParams.has(nameOf(pair)))
  return url.slice(0, start) + (known.length > 0 ? `?${known.join('&')}` : '')
}

/** The pair is encoded as a form does it. */
function nameOf(pair: string): string {
  const [[name] = ['']] = new URLSearchParams(pair)
  return name
}
