import type {
  getStaffAccounts,
  postSecondFactorReset,
  postStaffActivation,
  postStaffDeactivation,
  postStaffInvitation,
  postStaffInvitationAgain,
  postStaffSessionsEnd,
  postStaffUnlock,
  putStaffRoles,
  StaffAccount,
  StaffRole,
} from '@dineward/core/console-staff/staff-accounts.contract.ts'
import type { ContractRequest, ContractResponse } from '@dineward/core/shared/contract.ts'
import { api } from '../../lib/api.ts'
import { read } from '../../lib/read.ts'

export type AssignableRole = ContractResponse<typeof getStaffAccounts>['assignable'][number]

export const staffQuery = read<typeof getStaffAccounts>(['staff'], '/api/Console/Staff', {})

export const inviteStaff = (body: ContractRequest<typeof postStaffInvitation>['body']) =>
  api<typeof postStaffInvitation>('POST', '/api/Console/Staff/Invite', { body })

export const inviteAgain = (id: string) =>
  api<typeof postStaffInvitationAgain>('POST', '/api/Console/Staff/:id/Invite', { params: { id } })

/** What takes rights away does not wait for what gives some. */
export async function changeRoles({
  id,
  before,
  after,
  version,
  reason,
}: {
  readonly id: string
  readonly before: readonly StaffRole[]
  readonly after: readonly StaffRole[]
  readonly version: string
  readonly reason: string
}) {
  const put = (roles: readonly StaffRole[], seen: string) =>
    api<typeof putStaffRoles>('PUT', '/api/Console/Staff/:id/Roles', {
      params: { id },
      body: { roles: [...roles], version: seen, reason },
    })
  const wanted = new Set(after.map(roleKey))
  const kept = before.filter(role => wanted.has(roleKey(role)))
  const hasBoth = kept.length < before.length && kept.length < after.length
  return put(after, hasBoth ? (await put(kept, version)).version : version)
}

export const deactivateStaff = (id: string, reason: string) =>
  api<typeof postStaffDeactivation>('POST', '/api/Console/Staff/:id/Deactivate', {
    params: { id },
    body: { reason },
  })

export const activateStaff = (id: string, reason: string) =>
  api<typeof postStaffActivation>('POST', '/api/Console/Staff/:id/Activate', {
    params: { id },
    body: { reason },
  })

export const unlockStaff = (id: string, reason: string) =>
  api<typeof postStaffUnlock>('POST', '/api/Console/Staff/:id/Unlock', { params: { id }, body: { reason } })

export const endSessionsOf = (id: string, reason: string) =>
  api<typeof postStaffSessionsEnd>('POST', '/api/Console/Staff/:id/EndSessions', {
    params: { id },
    body: { reason },
  })

export const resetSecondFactor = (id: string, reason: string) =>
  api<typeof postSecondFactorReset>('POST', '/api/Console/Staff/:id/ResetSecondFactor', {
    params: { id },
    body: { reason },
  })

export const stateWords: Record<StaffAccount['state'], string> = {
  active: 'Active',
  invited: 'Invited',
  deactivated: 'Deactivated',
}

/** It reads "support at skyward" or "admin of all programs". */
export const roleText = ({ partner, role }: StaffRole): string =>
  partner === null ? `${role} of all programs` : `${role} at ${partner}`

/** Of a group at the provider of single sign-on it says so. */
export const grantText = ({ group, ...role }: StaffAccount['grants'][number]): string =>
  group === null ? roleText(role) : `${roleText(role)} (group ${group})`

export const roleKey = ({ partner, role }: StaffRole): string => `${partner ?? '*'} ${role}`

export function roleOfKey(key: string): StaffRole {
  const [partner = '', ...role] = key.split(' ')
  return { partner: partner === '*' ? null : partner, role: role.join(' ') }
}
