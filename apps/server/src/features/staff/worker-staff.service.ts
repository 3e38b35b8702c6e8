import type { StaffActor } from '../../context.ts'

/** Who asked for what a worker does, for the audit log: what they may do was checked when they asked. */
export const staffOfRun = ({ createdBy }: { readonly createdBy: string }): StaffActor => ({
  kind: 'staff',
  id: createdBy,
  email: createdBy,
  name: createdBy,
  partners: null,
  permissions: [],
  grants: [],
  expiresAt: new Date(0),
})
