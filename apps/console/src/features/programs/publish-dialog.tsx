import type {
  ConsoleContentEntry,
  postConsoleContentPublish,
} from '@dineward/core/console-programs/content.contract.ts'
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Problem } from '../../ui/states.tsx'
import { programsChanged } from './programs.queries.ts'

interface PublishProps {
  readonly params: { readonly slug: string; readonly kind: string; readonly entry: string }
  readonly version: string
  /** Nothing is shown instead. */
  readonly remove: boolean
  readonly onClose: () => void
  readonly onPublished: (entry: ConsoleContentEntry) => void
}

/** Times are the reader's own, as everywhere in the console. */
const momentOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())

export function PublishDialog({ params, version, remove, onClose, onPublished }: PublishProps) {
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)
  const problemOf = (name: string) =>
    error instanceof ApiError ? error.fieldErrors.find(({ field }) => field === name)?.message : undefined
  const others = error instanceof ApiError && error.fieldErrors.some(({ field }) => /^fields/.test(field))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsSending(true)
    setError(null)
    try {
      const { entry } = await api<typeof postConsoleContentPublish>(
        'POST',
        '/api/Console/Programs/:slug/Content/:kind/:entry/Publish',
        { params, body: { remove, from: momentOf(from), until: momentOf(until), version, reason } },
      )
      onPublished(entry)
      await programsChanged()
      toastDone(
        from
          ? 'It is scheduled.'
          : remove
            ? 'It is removed from the site.'
            : 'Members see it within seconds.',
      )
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title={remove ? 'Remove from the site?' : 'Publish'} centered>
      <form onSubmit={submit}>
        <Stack>
          {remove && <Text>Nothing is shown in its place, not even what ships with the program.</Text>}
          <Group grow align="flex-start">
            <TextInput
              type="datetime-local"
              label="From"
              description="Empty: now."
              value={from}
              onChange={event => setFrom(event.currentTarget.value)}
              error={problemOf('from')}
            />
            <TextInput
              type="datetime-local"
              label="Until"
              description="Empty: for good."
              value={until}
              onChange={event => setUntil(event.currentTarget.value)}
              error={problemOf('until')}
            />
          </Group>
          <Textarea
            label="Reason"
            description="Kept in the history and the audit log."
            required
            minLength={3}
            maxLength={500}
            autosize
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            data-autofocus
          />
          {error !== null && (others || !(problemOf('from') ?? problemOf('until'))) && (
            <Problem error={error} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending} {...(remove ? { color: 'red' } : {})}>
              {remove ? 'Remove' : from ? 'Schedule' : 'Publish'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
