export interface RateLimitsTables {
  rateLimits: RateLimitsTable
}

/** Written by rate-limiter-flexible, whose names these are. */
export interface RateLimitsTable {
  key: string
  points: number
  /** It is in milliseconds since 1970. */
  expire: number | null
}
