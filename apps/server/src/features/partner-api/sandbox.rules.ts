import type { Partner } from '@dineward/core/partner/partner.ts'

/** A program on which other systems are tried: its keys are test keys, and dines can be played. */
export const isSandbox = (
  { api }: { readonly api: { readonly isDemo: boolean } },
  { settings }: Pick<Partner, 'settings'>,
): boolean => api.isDemo || settings.isSandbox
