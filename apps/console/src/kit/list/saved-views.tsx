import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { List } from './list.ts'
import { openView, type SavedView, viewOf, withView } from './saved-view.ts'

/** They belong to this browser. */
export function SavedViews<T>({ of }: { of: Pick<List<T>, 'name' | 'filters' | 'columns' | 'sortName'> }) {
  const [saved, setSaved] = useLocalStorage<readonly SavedView[]>({
    key: `dw.console.filters.${of.name}`,
    defaultValue: [],
  })
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const search = viewOf(params, of)

  function save(event: FormEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    if (!trimmed) return
    setSaved([...saved.filter(one => one.name !== trimmed), { name: trimmed, search }])
    setName('')
  }
  function open(view: SavedView) {
    const { search: known, gone } = openView(view.search, of)
    void navigate(`?${withView(params, known, of)}`)
    if (gone.length > 0)
      notifications.show({
        color: 'orange',
        autoClose: false,
        message: `This list no longer has ${gone.join(', ')}. “${view.name}” is shown without it.`,
      })
  }

  if (!search && saved.length === 0) return null
  return (
    <Menu position="bottom-start" closeOnItemClick>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
          Saved views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {saved.map(one => (
          <Group key={one.name} gap={4} wrap="nowrap" justify="space-between">
            <Menu.Item onClick={() => open(one)}>{one.name}</Menu.Item>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the saved view ${one.name}`}
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
                aria-label="Name for this view"
                placeholder="Save this view as"
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
