import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { toastProblem } from './toast.ts'

/** The result of a write that can be taken back. */
export function toastWithUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID()
  const takeBack = () => {
    notifications.hide(id)
    undo().catch(toastProblem)
  }
  notifications.show({
    id,
    color: 'green',
    autoClose: 12_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button size="compact-sm" variant="default" onClick={takeBack}>
          Undo
        </Button>
      </Group>
    ),
  })
}
