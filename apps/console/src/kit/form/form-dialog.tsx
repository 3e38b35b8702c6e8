import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Problem } from '../../ui/states.tsx'
import { ReasonField } from '../action/action-dialog.tsx'
import type { EditForm } from './use-edit-form.ts'

interface FormDialogProps<V extends object> {
  readonly of: EditForm<V>
  readonly title: string
  /** Says what happens: "Save terms". */
  readonly save?: string
  readonly needsReason?: boolean
  /** It shows what someone else saved meanwhile, beside what was typed. */
  readonly conflict?: ReactNode
  readonly size?: 'md' | 'lg'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog whose form keeps what was typed, with what someone else saved meanwhile above it. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const {
    of: edit,
    title,
    save = 'Save',
    needsReason = true,
    conflict,
    size = 'lg',
    onClose,
    children,
  } = props
  const close = () => edit.askToClose(onClose)
  const { isStale, isSending } = edit.action
  const error = edit.otherErrors()
  return (
    <Modal opened onClose={close} title={title} size={size} centered>
      <form onSubmit={edit.submit}>
        <Stack gap="sm">
          {isStale && (
            <Alert color="orange" title="Someone else changed this meanwhile" role="alert">
              {conflict ?? 'Save again to put yours in its place.'}
            </Alert>
          )}
          {children}
          {needsReason && <ReasonField {...edit.reason} />}
          {error !== null && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              {isStale ? 'Save mine' : save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
