/** What a key of the partner API may be given (docs/partner-api.md). */
export const apiScopes = [
  'members:read',
  'members:write',
  'cards:read',
  'cards:write',
  'dines:read',
  'rewards:read',
  'rewards:write',
  'bonuses:read',
  'bonuses:write',
  'restaurants:read',
  'reservations:read',
  'reservations:write',
  'claims:read',
  'claims:write',
  'settlement:read',
  'settlement:write',
  'events:read',
  'webhooks:manage',
  'sessions:write',
] as const
export type ApiScope = (typeof apiScopes)[number]
