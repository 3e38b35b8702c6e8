import { permissions } from '@dineward/core/staff/permissions.ts'
import { ActionIcon, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

/** A program's own roles: a name, and what it may. */
export function RolesControl({
  value,
  onChange,
  error,
}: {
  value: Readonly<Record<string, readonly string[]>>
  onChange: (value: unknown) => void
  error: string | undefined
}) {
  const [name, setName] = useState('')
  const roles = Object.entries(value)
  const without = (role: string) => Object.fromEntries(roles.filter(([one]) => one !== role))
  return (
    <Stack gap="sm">
      {roles.map(([role, given]) => (
        <Group key={role} align="flex-end" gap="xs" wrap="nowrap">
          <MultiSelect
            label={role}
            data={[...permissions]}
            value={[...given]}
            onChange={next => onChange({ ...value, [role]: next })}
            searchable
            flex={1}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Remove the role ${role}`}
            onClick={() => onChange(without(role))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group align="flex-end" gap="xs">
        <TextInput
          label="New role"
          placeholder="night-desk"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button
          variant="default"
          disabled={name === '' || name in value}
          onClick={() => {
            onChange({ ...value, [name]: [] })
            setName('')
          }}
        >
          Add
        </Button>
      </Group>
      {error && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
