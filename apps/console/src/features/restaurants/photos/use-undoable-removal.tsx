import type { deleteRestaurantPhoto } from '@dineward/core/console-restaurants/restaurant-photos.contract.ts'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { useRestaurantWrite } from '../restaurants.queries.ts'

const undoMs = 8_000

/** A photo leaves the page at once, and the server when it can no longer be undone. */
export function useUndoableRemoval(id: string) {
  const [pending, setPending] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const { mutate } = useRestaurantWrite(
    (photoId: string) =>
      api<typeof deleteRestaurantPhoto>('DELETE', '/api/Console/Restaurants/:id/Photos/:photoId', {
        params: { id, photoId },
      }),
    'Photo removed.',
  )
  const keep = (photoId: string) => setPending(current => current.filter(one => one !== photoId))
  const send = (photoId: string) => {
    timers.current.delete(photoId)
    mutate(photoId, {
      onError: error => {
        keep(photoId)
        toastProblem(error)
      },
    })
  }
  // Leaving the page is no undo.
  const sendLatest = useRef(send)
  sendLatest.current = send
  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const [photoId, timer] of [...waiting]) {
        clearTimeout(timer)
        sendLatest.current(photoId)
      }
    }
  }, [])

  function remove(photoId: string): void {
    setPending(current => [...current, photoId])
    timers.current.set(
      photoId,
      setTimeout(() => send(photoId), undoMs),
    )
    const undo = () => {
      clearTimeout(timers.current.get(photoId))
      timers.current.delete(photoId)
      keep(photoId)
      notifications.hide(photoId)
    }
    notifications.show({
      id: photoId,
      autoClose: undoMs,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <span>The photo will be removed.</span>
          <Button size="compact-sm" variant="default" onClick={undo}>
            Undo
          </Button>
        </Group>
      ),
    })
  }
  return { pending, remove }
}
