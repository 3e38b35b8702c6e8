/**
 * What staff may do. A contract names the permission that it needs: `access: { console: 'claims.decide' }` in the
 * console, `access: { staff: 'content.preview' }` at a partner's site.
 */
export const permissions = [
  'members.read',
  'members.emulate',
  'members.change',
  'members.erase',
  'claims.read',
  'claims.decide',
  'holds.read',
  'holds.decide',
  'adjustments.post',
  'approvals.decide',
  'merchants.read',
  'merchants.change',
  'merchants.import',
  'bookings.read',
  'bookings.change',
  'settings.read',
  'settings.change',
  'theme.change',
  'content.preview',
  'content.change',
  'content.publish',
  'bonuses.change',
  'partners.create',
  'integrations.manage',
  'finance.read',
  'finance.settle',
  'finance.pay',
  'finance.close',
  'insight.read',
  'system.read',
  'system.run',
  'audit.read',
  'staff.read',
  'staff.change',
] as const
export type Permission = (typeof permissions)[number]

/**
 * Who has one of these gives, sends, closes or promises money, or lets others do it. A role with one of them is given by
 * two people.
 */
export const moneyPermissions: readonly Permission[] = [
  'claims.decide',
  'holds.decide',
  'adjustments.post',
  'approvals.decide',
  'merchants.change',
  'merchants.import',
  'settings.change',
  'bonuses.change',
  'partners.create',
  'finance.settle',
  'finance.pay',
  'finance.close',
  'system.run',
  'staff.change',
]
