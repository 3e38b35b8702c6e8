/**
 * It is for tests that start programs, restore backups, play whole lives, or wait until transactions of other tests have
 * ended: a slow machine takes minutes for them.
 */
export const longTest = { timeout: 240_000 }
