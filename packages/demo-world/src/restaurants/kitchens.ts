import type { Kitchen } from './kitchen.ts'
import { americanKitchens } from './kitchens-americas.ts'
import { asianKitchens } from './kitchens-asia.ts'
import { daytimeKitchens } from './kitchens-daytime.ts'
import { europeanKitchens } from './kitchens-europe.ts'

export const kitchens: readonly Kitchen[] = [
  ...europeanKitchens,
  ...asianKitchens,
  ...americanKitchens,
  ...daytimeKitchens,
]
