import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Problem } from '../../ui/states.tsx'
import { RoleSelect } from './role-select.tsx'
import { type AssignableRole, inviteStaff, staffQuery } from './staff.queries.ts'

const empty = { name: '', email: '', roles: [] as readonly StaffRole[] }

interface InviteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly assignable: readonly AssignableRole[]
}

/** What was typed stays after an error. */
export function InviteDialog({ opened, onClose, assignable }: InviteDialogProps) {
  const [values, setValues] = useState(empty)
  const queryClient = useQueryClient()
  const invite = useMutation({
    mutationFn: () => inviteStaff({ ...values, roles: [...values.roles] }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(staffQuery)
      toastDone(`${values.email} is invited: the link in the mail works for 7 days.`)
      setValues(empty)
      onClose()
    },
  })
  const { error } = invite
  const fieldErrors = error instanceof ApiError ? error.fieldErrors : []
  const messageOf = (name: string) => fieldErrors.find(({ field }) => field.startsWith(name))?.message
  const text = (name: 'name' | 'email') => ({
    required: true,
    value: values[name],
    error: messageOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues(current => ({ ...current, [name]: value })),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    invite.mutate()
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Invite someone" centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput label="Name" maxLength={100} data-autofocus {...text('name')} />
          <TextInput label="Email" type="email" maxLength={100} {...text('email')} />
          <RoleSelect
            value={values.roles}
            assignable={assignable}
            onChange={roles => setValues(current => ({ ...current, roles }))}
          />
          {error && <Problem error={fieldErrors[0] ? new Error(fieldErrors[0].message) : error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={invite.isPending}>
              Send the invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
