import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { TextInput } from '@mantine/core'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { RoleSelect } from './role-select.tsx'
import { type AssignableRole, inviteStaff, staffQuery } from './staff.queries.ts'

const empty = { name: '', email: '', roles: [] as StaffRole[] }

interface InviteDialogProps {
  readonly onClose: () => void
  readonly assignable: readonly AssignableRole[]
}

export function InviteDialog({ onClose, assignable }: InviteDialogProps) {
  const edit = useEditForm({
    initial: empty,
    labels: { roles: 'Role' },
    refresh: [staffQuery.queryKey],
    onDone: onClose,
    run: async values => {
      await inviteStaff(values)
      return `${values.email} is invited: the link in the mail works for 7 days.`
    },
  })
  return (
    <FormDialog
      of={edit}
      title="Invite someone"
      save="Send the invitation"
      needsReason={false}
      size="md"
      onClose={onClose}
    >
      <TextInput label="Name" required maxLength={100} data-autofocus {...edit.field('name')} />
      <TextInput label="Email" type="email" required maxLength={100} {...edit.field('email')} />
      <RoleSelect
        value={edit.values.roles}
        assignable={assignable}
        onChange={roles => edit.change({ roles: [...roles] })}
      />
    </FormDialog>
  )
}
