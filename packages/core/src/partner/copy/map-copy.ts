/** The map of restaurants, and what its parts are called for those who hear them. */
export const mapCopy = {
  'map.label': 'Map of restaurants',
  'map.unavailable': 'The map could not load. The list has every restaurant on it.',
  'map.zoomIn': 'Zoom in',
  'map.zoomOut': 'Zoom out',
} as const
