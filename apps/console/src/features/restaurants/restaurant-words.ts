import type {
  RestaurantRow,
  restaurantStatuses,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import type { ParticipationStatus } from '@dineward/core/merchants/participation-terms.rules.ts'
import type { Tone } from '../../ui/status.tsx'

export const statusWords: Record<ParticipationStatus, { label: string; tone: Tone }> = {
  active: { label: 'Takes part', tone: 'good' },
  coming: { label: 'Coming', tone: 'wait' },
  left: { label: 'Left', tone: 'quiet' },
}

export const statusFilterWords: Record<(typeof restaurantStatuses)[number], string> = {
  active: statusWords.active.label,
  coming: statusWords.coming.label,
  changing: 'Terms will change',
  left: statusWords.left.label,
  none: 'In no program',
}

export const gapWords: Record<RestaurantRow['missing'][number], string> = {
  photo: 'No photo',
  hours: 'No hours',
  mid: 'No MID',
  tables: 'No tables',
}

export const weekdayNames = {
  Sun: 'Sunday',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
} as const

export const featureWords = {
  delivery: 'Delivery',
  dineIn: 'Dine-in',
  takeout: 'Takeout',
  onlineOrdering: 'Online ordering',
  outdoorSeating: 'Outdoor seating',
  goodForGroups: 'Good for groups',
} as const

export const dietWords = {
  vegetarian: 'Vegetarian',
  vegan: 'Vegan',
  glutenFree: 'Gluten-free',
  halal: 'Halal',
  kosher: 'Kosher',
} as const

export const mealWords = {
  breakfast: 'Breakfast',
  brunch: 'Brunch',
  lunch: 'Lunch',
  dinner: 'Dinner',
  lateNight: 'Late night',
} as const

export const factWords: Record<keyof MerchantFacts, string> = {
  name: 'Name',
  about: 'About',
  cuisines: 'Cuisines',
  priceRange: 'Price',
  street: 'Street',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  neighborhood: 'Neighborhood',
  latitude: 'Latitude',
  longitude: 'Longitude',
  timezone: 'Time zone',
  phone: 'Phone',
  website: 'Website',
  hours: 'Hours',
  menu: 'Menu',
  menuUrl: 'Menu address',
  menuImages: 'Menu pictures',
  onlineOrderingUrl: 'Online ordering address',
  openTableId: 'OpenTable id',
  features: 'Dining options',
  diets: 'Diets',
  mealsServed: 'Meals',
  acclaimedLevel: 'Acclaim',
}

/** It names one of a list of fields: "Dish 2, name: This field is required." */
export const fieldWords: Readonly<Record<string, string>> = {
  ...factWords,
  ...weekdayNames,
  menu: 'Menu section',
  items: 'dish',
  title: 'title',
  description: 'description',
  priceCents: 'price',
  cuisines: 'Cuisine',
  menuImages: 'Menu picture',
  hours: 'Hours',
  opens: 'opens',
  closes: 'closes',
  partner: 'Program',
  mid: 'MID',
  joinedOn: 'Joins on',
  leftOn: 'Leaves on',
  benefitDays: 'Days that earn',
}

export const timezones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]
