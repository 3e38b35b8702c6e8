import { staffPasswordHint } from '@dineward/core/staff/staff-password.rules.ts'
import { Button, PasswordInput, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { Problem } from '../../ui/states.tsx'

interface FirstPasswordProps {
  readonly label: string
  readonly onSet: (password: string) => Promise<unknown>
  readonly children?: ReactNode
}

/** A person chooses it: by an invitation, or in place of the one that an operator gave. */
export function FirstPassword({ label, onSet, children }: FirstPasswordProps) {
  const edit = useEditForm({
    initial: { password: '' },
    run: async ({ password }) => {
      await onSet(password)
      return null
    },
  })
  const error = edit.otherErrors()
  return (
    <form onSubmit={edit.submit}>
      <Stack gap="md">
        {children}
        <PasswordInput
          label={label}
          description={staffPasswordHint}
          autoComplete="new-password"
          required
          autoFocus
          {...edit.field('password')}
        />
        {error !== null && <Problem error={error} />}
        <Button type="submit" loading={edit.action.isSending}>
          Set the password
        </Button>
      </Stack>
    </form>
  )
}
