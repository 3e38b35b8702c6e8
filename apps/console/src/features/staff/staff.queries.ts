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

export const setRoles = (id: string, body: ContractRequest<typeof putStaffRoles>['body']) =>
  api<typeof putStaffRoles>('PUT', '/api/Console/Staff/:id/Roles', { params: { id }, body })

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
