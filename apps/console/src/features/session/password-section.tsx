import { staffPasswordHint } from '@dineward/core/staff/staff-password.rules.ts'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { accountQuery } from '../../lib/staff-proof.ts'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { changePassword } from './account.queries.ts'

export function PasswordSection() {
  const edit = useEditForm({
    initial: { current: '', password: '' },
    refresh: [accountQuery.queryKey],
    run: async values => {
      await changePassword(values)
      return 'Your password is changed. Your other sessions are ended.'
    },
  })
  const error = edit.otherErrors()
  return (
    <Section title="Password">
      <form onSubmit={edit.submit}>
        <Stack gap="sm" maw={420}>
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            required
            {...edit.field('current')}
          />
          <PasswordInput
            label="New password"
            description={staffPasswordHint}
            autoComplete="new-password"
            required
            {...edit.field('password')}
          />
          {error !== null && <Problem error={error} />}
          <Group>
            <Button type="submit" variant="default" loading={edit.action.isSending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
