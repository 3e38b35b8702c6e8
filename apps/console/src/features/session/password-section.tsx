import { staffPasswordHint } from '@dineward/core/staff/staff-password.rules.ts'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { accountQuery } from '../../lib/staff-proof.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { changePassword } from './account.queries.ts'

const empty = { current: '', password: '' }

export function PasswordSection() {
  const [values, setValues] = useState(empty)
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => changePassword(values),
    onSuccess: async () => {
      setValues(empty)
      await queryClient.invalidateQueries(accountQuery)
      toastDone('Your password is changed. Your other sessions are ended.')
    },
  })
  const { error } = change
  const messageOf = (name: string) =>
    error instanceof ApiError ? error.fieldErrors.find(({ field }) => field === name)?.message : undefined
  const field = (name: keyof typeof empty) => ({
    required: true,
    value: values[name],
    error: messageOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setValues(current => ({ ...current, [name]: value })),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate()
  }

  return (
    <Section title="Password">
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          <PasswordInput label="Current password" autoComplete="current-password" {...field('current')} />
          <PasswordInput
            label="New password"
            description={staffPasswordHint}
            autoComplete="new-password"
            {...field('password')}
          />
          {error && !messageOf('current') && !messageOf('password') && <Problem error={error} />}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
