/** It is the only source of time. */
export interface Clock {
  now(): Date
}

export const minutes = (count: number): number => count * 60_000
export const days = (count: number): number => count * 86_400_000
