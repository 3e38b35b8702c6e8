import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly open: boolean
  readonly title: string
  readonly text: string
  readonly action: string
  readonly cancel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Before something that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  text,
  action,
  cancel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {cancel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
