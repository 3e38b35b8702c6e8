import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

interface NamedText {
  readonly name: string
  readonly text: string
}

interface TextsControlProps {
  readonly setting: ConsoleSetting
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
}

/** Texts that each have a name. */
export function TextsControl({ setting, value, onChange, error }: TextsControlProps) {
  const [name, setName] = useState('')
  const texts = value as readonly NamedText[]
  const isTaken = texts.some(one => one.name === name.trim())
  return (
    <Stack gap="sm">
      <Text fz="sm" c="dimmed">
        {setting.help}
      </Text>
      {texts.map(one => (
        <Group key={one.name} align="flex-end" gap="xs" wrap="nowrap">
          <Textarea
            label={one.name}
            value={one.text}
            onChange={({ currentTarget }) => {
              const text = currentTarget.value
              onChange(texts.map(other => (other === one ? { ...one, text } : other)))
            }}
            autosize
            flex={1}
          />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Remove ${one.name}`}
            onClick={() => onChange(texts.filter(other => other !== one))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name of a new text"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          data-autofocus
        />
        <Button
          variant="default"
          disabled={name.trim() === '' || isTaken}
          onClick={() => {
            onChange([...texts, { name: name.trim(), text: '' }])
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
