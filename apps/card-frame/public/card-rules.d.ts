/** For the test that holds `card-rules.js` against the product's rules. */
export interface Problem {
  readonly code: string
  readonly message: string
}
export declare const brands: Record<
  string,
  { name: string; start: RegExp; lengths: number[]; groups: number[] }
>
export declare function digitsOf(text: string): string
export declare function brandOf(digits: string): string | null
export declare function formatNumber(digits: string): string
export declare function numberProblem(digits: string, accepted: readonly string[]): Problem | null
export declare function isFullLength(digits: string): boolean
export declare function passesLuhn(digits: string): boolean
export declare function formatExpiry(text: string, typing: boolean): string
export declare function expiryProblem(digits: string, now: Date): Problem | null
