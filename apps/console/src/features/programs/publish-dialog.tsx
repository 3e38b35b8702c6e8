import type { postConsoleContentPublish } from '@dineward/core/console-programs/content.contract.ts'
import { Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { api, isChangedMeanwhile } from '../../lib/api.ts'
import { programsChanged } from './programs.queries.ts'

interface PublishProps {
  readonly params: { readonly slug: string; readonly kind: string; readonly entry: string }
  readonly version: string
  /** Nothing is shown instead. */
  readonly remove: boolean
  readonly onClose: () => void
}

/** Times are the reader's own, as everywhere in the console. */
const momentOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())

export function PublishDialog({ params, version, remove, onClose }: PublishProps) {
  const [seen] = useState(version)
  const edit = useEditForm({
    initial: { from: '', until: '' },
    labels: { fields: '' },
    onDone: onClose,
    async run({ from, until }, { reason }) {
      const path = '/api/Console/Programs/:slug/Content/:kind/:entry/Publish'
      const body = { remove, from: momentOf(from), until: momentOf(until), version: seen, reason }
      try {
        await api<typeof postConsoleContentPublish>('POST', path, { params, body })
      } catch (error) {
        // The other draft is on the page, to be read before it is published.
        throw isChangedMeanwhile(error) ? new Error(error.message) : error
      }
      await programsChanged()
      if (from) return 'It is scheduled.'
      return remove ? 'It is removed from the site.' : 'Members see it within seconds.'
    },
  })
  return (
    <FormDialog
      of={edit}
      title={remove ? 'Remove from the site?' : 'Publish'}
      save={remove ? 'Remove' : edit.values.from ? 'Schedule' : 'Publish'}
      size="md"
      onClose={onClose}
    >
      {remove && <Text>Nothing is shown in its place, not even what ships with the program.</Text>}
      <Group grow align="flex-start">
        <TextInput type="datetime-local" label="From" description="Empty: now." {...edit.field('from')} />
        <TextInput
          type="datetime-local"
          label="Until"
          description="Empty: for good."
          {...edit.field('until')}
        />
      </Group>
    </FormDialog>
  )
}
