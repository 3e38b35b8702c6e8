import type { Position } from './pack-lines.ts'

/*
 * Neither map has the Great Lakes as water: in Natural Earth they are land, in the Census's counties nothing. These are
 * drawn by hand, from places that lie on their shores. On the far side of the border they are the shore, and coarse; on
 * the near side they reach into the land, and the counties around them are drawn over them, exactly.
 */

/** Each is an outer ring and its islands. */
export const greatLakes: readonly (readonly (readonly Position[])[])[] = [
  [
    // Superior, from the Pigeon River along the north to Whitefish Bay; back through the land.
    ring`-89.57,48.00 -89.22,48.42 -88.93,48.30 -88.70,48.55 -88.25,48.85 -87.52,48.83 -87.10,48.78 -86.40,48.75 -86.20,48.35 -86.05,48.10 -85.60,47.95 -84.85,47.95 -84.97,47.58 -84.65,47.24 -84.60,46.93 -84.62,46.53 -84.60,46.30 -86.00,46.25 -87.50,46.25 -89.00,46.45 -90.50,46.35 -92.30,46.50 -92.30,47.10 -90.40,47.95`,
  ],
  [
    // Huron with the North Channel and Georgian Bay; Manitoulin is an island in it.
    ring`-84.15,46.20 -83.79,46.30 -83.55,46.25 -82.96,46.18 -82.35,46.18 -81.52,45.97 -80.95,45.93 -80.60,45.77 -80.43,45.58 -80.15,45.33 -80.05,45.12 -79.75,44.79 -79.88,44.77 -80.00,44.85 -80.10,44.72 -80.02,44.52 -80.22,44.51 -80.60,44.61 -80.94,44.58 -80.97,44.96 -81.25,44.99 -81.66,45.26 -81.39,44.99 -81.38,44.50 -81.64,44.18 -81.73,43.75 -81.71,43.56 -81.77,43.32 -82.02,43.22 -82.42,43.00 -82.60,42.98 -82.90,43.50 -84.05,43.50 -84.05,44.30 -83.60,45.15 -84.80,45.60 -84.80,46.05`,
    ring`-83.22,45.90 -82.90,45.75 -82.40,45.63 -82.01,45.55 -81.72,45.80 -81.92,45.98 -82.47,45.92`,
  ],
  [
    // Michigan, all of it on the near side.
    ring`-88.20,42.20 -87.65,41.45 -86.70,41.40 -86.00,42.30 -85.95,43.50 -85.95,44.60 -84.70,45.20 -84.70,45.90 -86.00,46.15 -87.30,46.00 -88.20,44.50 -88.05,43.30`,
  ],
  [
    // St. Clair.
    ring`-82.90,42.36 -82.72,42.30 -82.45,42.31 -82.42,42.47 -82.52,42.55 -82.60,42.70 -82.95,42.55 -83.00,42.40`,
  ],
  [
    // Erie.
    ring`-83.11,42.10 -82.74,42.03 -82.60,42.03 -82.51,41.91 -82.45,42.09 -81.93,42.25 -81.86,42.25 -81.22,42.66 -80.80,42.64 -80.45,42.58 -80.05,42.55 -80.20,42.78 -80.05,42.80 -79.58,42.86 -79.25,42.88 -79.10,42.83 -78.92,42.90 -78.75,42.85 -79.10,42.40 -80.50,41.90 -81.70,41.35 -82.70,41.30 -83.60,41.55 -83.40,42.00 -83.20,42.10`,
  ],
  [
    // Ontario.
    ring`-79.07,43.26 -79.27,43.20 -79.79,43.29 -79.66,43.44 -79.58,43.55 -79.40,43.63 -79.23,43.70 -79.08,43.81 -78.83,43.86 -78.29,43.94 -78.16,43.95 -77.70,44.00 -77.50,43.94 -77.15,43.84 -76.86,43.94 -76.75,44.13 -76.48,44.22 -76.25,44.20 -76.10,44.00 -76.10,43.50 -77.50,43.20 -79.05,43.20`,
  ],
]

/** Where the counties are that stand around them: west, south, east, north. */
export const greatLakeBoxes: readonly (readonly [number, number, number, number])[] = [
  [-92.4, 46.2, -84.4, 48.2],
  [-88.4, 41.3, -84.5, 46.3],
  [-84.9, 42.3, -82.3, 46.3],
  [-83.7, 41.2, -78.7, 43.0],
  [-79.1, 43.1, -76.0, 44.3],
]

/** Lakes that lie within the land. */
export const inlandLakes: readonly (readonly (readonly Position[])[])[] = [
  [
    // The Great Salt Lake.
    ring`-112.85,41.15 -112.75,41.50 -112.88,41.68 -112.45,41.58 -112.25,41.30 -112.10,41.10 -112.05,40.92 -112.22,40.72 -112.48,40.76`,
  ],
  [
    // Okeechobee.
    ring`-80.63,27.02 -80.70,27.15 -80.85,27.20 -81.00,27.10 -81.12,26.95 -81.05,26.80 -80.88,26.69 -80.70,26.75 -80.61,26.88`,
  ],
]

function ring(text: TemplateStringsArray): Position[] {
  const corners = text[0]!.split(' ').map((pair): Position => {
    const [longitude, latitude] = pair.split(',').map(Number)
    return [longitude!, latitude!]
  })
  return [...corners, corners[0]!]
}
