import { permissions } from '@dineward/core/staff/permissions.ts'
import type { StaffActor } from '../../context.ts'

/** Of a command: an operator may do in every program what staff of all may. */
export const operatorActor = (name: string): StaffActor => ({
  kind: 'staff',
  id: `operator ${name}`,
  email: name,
  name,
  partners: null,
  permissions,
  grants: [{ partner: null, permissions }],
  expiresAt: new Date(8.64e15),
})

/** It is a person at a command. */
export const isOperator = ({ id }: Pick<StaffActor, 'id'>): boolean => id.startsWith('operator ')
