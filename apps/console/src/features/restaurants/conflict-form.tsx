import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Problem } from '../../ui/states.tsx'

interface ConflictFormProps {
  readonly title: string
  /** It shows what someone else saved meanwhile; null means that there is nothing. */
  readonly conflict: ReactNode
  readonly error: unknown
  readonly save: string
  readonly isSaving: boolean
  readonly onSubmit: (event: FormEvent) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog whose form keeps what was typed, with what someone else saved meanwhile above it. */
export function ConflictForm(props: ConflictFormProps) {
  const { title, conflict, error, save, isSaving, onSubmit, onClose, children } = props
  return (
    <Modal opened onClose={onClose} title={title} size="lg" centered>
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
          {conflict && (
            <Alert color="orange" title="Someone else changed this meanwhile" role="alert">
              {conflict}
            </Alert>
          )}
          {children}
          {error !== null && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
