import { notifications } from '@mantine/notifications'
import { sentenceOf } from '../states.tsx'

export function toastDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 6_000 })
}

export function toastProblem(error: unknown): void {
  notifications.show({ message: sentenceOf(error), color: 'red', autoClose: false })
}
