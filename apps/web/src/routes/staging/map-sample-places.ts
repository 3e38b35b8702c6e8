import type { MapPin } from '../../features/map/map-props.ts'

/** These restaurants stand alone, close together, and two at one address. */
export const samplePlaces: readonly MapPin[] = [
  pin('Casa Lumen', 'Italian', 40.7614, -73.9776),
  pin('Blue Heron', 'Seafood', 40.7484, -73.9857),
  pin('Paper Crane', 'Japanese', 40.7265, -73.9815),
  pin('Osteria Nona', 'Italian', 40.7336, -74.0027),
  pin('Halcyon Grill', 'Steak', 40.7831, -73.9712),
  pin('Two Ferries', 'Seafood', 40.7033, -73.9903),
  pin('Marrow & Rye', 'American', 40.7061, -74.0086),
  pin('Saffron Yard', 'Indian', 40.7448, -73.9805),
  pin('Comal Norte', 'Mexican', 40.7193, -73.9595),
  pin('Greenpoint Pantry', 'Vegetarian', 40.7304, -73.9515),
  pin('Harlem Supper Room', 'Southern', 40.8116, -73.9465),
  pin('Lantern House', 'Chinese', 40.7158, -73.997),
  pin('Upstairs', 'French', 40.7527, -73.9772),
  pin('Downstairs', 'Korean', 40.7527, -73.9772),
  ...Array.from({ length: 12 }, (_, index) =>
    pin(
      `Counter ${index + 1}`,
      'Food hall',
      40.7422 + (index % 4) * 0.0006,
      -74.0061 + Math.floor(index / 4) * 0.0007,
    ),
  ),
]

function pin(name: string, cuisine: string, latitude: number, longitude: number): MapPin {
  return {
    id: name.toLowerCase().replaceAll(/\W+/g, '-'),
    name,
    cuisine,
    latitude,
    longitude,
    label: '$$',
    labelText: '',
  }
}
