/** Where time comes from. Nothing else in the product asks the machine for it. */
export interface Clock {
  now(): Date
}

export const minutes = (count: number): number => count * 60_000
export const days = (count: number): number => count * 86_400_000
