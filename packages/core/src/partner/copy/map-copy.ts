/** The map of restaurants, and what its parts are called for those who hear them. */
export const mapCopy = {
  'map.label': 'Map of restaurants',
  'map.placeLabel': 'Map: {merchant}',
  'map.help': 'Arrow keys move the map, plus and minus zoom. Tab goes from restaurant to restaurant.',
  'map.unavailable': 'The map could not load. The list has every restaurant on it.',
  'map.placeUnavailable': 'The map could not load.',
  'map.retry': 'Try again',
  'map.zoomIn': 'Zoom in',
  'map.zoomOut': 'Zoom out',
  'map.pin': '{merchant}, {cuisine}',
  'map.cluster': '{count} restaurants, zoom in',
  'map.closePopup': 'Close',
  'map.credits': 'Map: US Census, Natural Earth, GeoNames (CC BY 4.0)',
  'map.plain': 'Showing a simple map because the full one couldn’t load.',
} as const
