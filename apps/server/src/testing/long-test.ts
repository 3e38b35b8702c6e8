/** It is for tests that start programs, restore backups or play whole lives: a slow machine takes minutes for them. */
export const longTest = { timeout: 240_000 }
