import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

interface SavedFilter {
  readonly name: string
  readonly search: string
}

/** They are addresses with a name, and belong to this browser. */
export function SavedFilters({ list }: { list: string }) {
  const [saved, setSaved] = useLocalStorage<readonly SavedFilter[]>({
    key: `dw.console.filters.${list}`,
    defaultValue: [],
  })
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const search = params.toString()

  function save(event: FormEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    if (!trimmed) return
    setSaved([...saved.filter(one => one.name !== trimmed), { name: trimmed, search }])
    setName('')
  }

  if (!search && saved.length === 0) return null
  return (
    <Menu position="bottom-start" closeOnItemClick>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
          Saved filters
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {saved.map(one => (
          <Group key={one.name} gap={4} wrap="nowrap">
            <Menu.Item onClick={() => void navigate(`?${one.search}`)}>{one.name}</Menu.Item>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the saved filter ${one.name}`}
              onClick={() => setSaved(saved.filter(other => other !== one))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {search && (
          <form onSubmit={save}>
            <Group gap={4} p={4} wrap="nowrap">
              <TextInput
                aria-label="Name for these filters"
                placeholder="Save these as"
                value={name}
                maxLength={60}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button type="submit" variant="light">
                Save
              </Button>
            </Group>
          </form>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
