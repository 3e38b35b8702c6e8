import { Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { fieldLabel } from './field-schema.ts'

export function NewEntryDialog({
  slug,
  kinds,
  opened,
  onClose,
}: {
  slug: string
  kinds: readonly string[]
  opened: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<string | null>(null)
  const [name, setName] = useState('')
  const isNamed = /^[a-z0-9][\w-]{0,99}$/i.test(name)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (kind && isNamed) void navigate(`/programs/${slug}/content/${kind}/${name}`)
  }
  return (
    <Modal opened={opened} onClose={onClose} title="New entry" centered>
      <form onSubmit={submit}>
        <Stack>
          <Select
            label="Kind"
            data={kinds.map(value => ({ value, label: fieldLabel(value) }))}
            value={kind}
            onChange={setKind}
            required
            data-autofocus
          />
          <TextInput
            label="Name"
            description="Letters, digits, - and _. A bonus’s banner has the bonus’s code; a popup the name in the settings."
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            error={name !== '' && !isNamed ? 'Letters, digits, - and _ only.' : undefined}
            required
          />
          <Button type="submit">Write it</Button>
        </Stack>
      </form>
    </Modal>
  )
}
