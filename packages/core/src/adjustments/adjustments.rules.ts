/** No one gives or takes more at a time, whoever approves it: in points or miles, or in cents. */
export const largestAdjustment = 100_000_000
