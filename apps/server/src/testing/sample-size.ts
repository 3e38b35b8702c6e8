/** `npm run test:all`. */
export const takesAll = Boolean(process.env.TEST_ALL)

/** How many cases a test of generated or exhaustive input takes in each run, and in the longest one. */
export const sampleSize = (part: number, all: number): number => (takesAll ? all : part)
