import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isChangedMeanwhile } from '../../lib/api.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { toastWithUndo } from '../../ui/dialog/undo-toast.tsx'
import type { ActionCall, Done } from './action.ts'

interface ActionOptions<I> {
  readonly run: (input: I, call: ActionCall) => Promise<Done | null>
  /** What is read again afterwards, also where it failed: someone else may have been first. */
  readonly refresh?: readonly QueryKey[]
  readonly onError?: (error: unknown) => void
}

export type Action<I> = ReturnType<typeof useAction<I>>

/** One way to send a change: it is busy, is done and says so, or keeps its error and can be sent again. */
export function useAction<I = void>({ run, refresh = [], onError }: ActionOptions<I>) {
  const client = useQueryClient()
  const key = useRef(crypto.randomUUID())
  const isStale = useRef(false)
  const mutation = useMutation({
    mutationFn: ({ input, reason }: { input: I; reason: string }) =>
      run(input, { reason, idempotencyKey: key.current, isAfterConflict: isStale.current }),
    onSuccess: done => {
      renew()
      if (typeof done === 'string') toastDone(done)
      else if (done) toastWithUndo(done.says, () => done.undo().finally(readAgain))
    },
    onError: error => {
      if (isChangedMeanwhile(error)) isStale.current = true
      onError?.(error)
    },
    onSettled: () => readAgain(),
  })
  const readAgain = () => Promise.all(refresh.map(queryKey => client.invalidateQueries({ queryKey })))
  function renew() {
    key.current = crypto.randomUUID()
    isStale.current = false
  }
  return {
    /** @returns whether it is done. */
    send: (input: I, reason = ''): Promise<boolean> =>
      mutation.mutateAsync({ input, reason }).then(
        () => true,
        () => false,
      ),
    isSending: mutation.isPending,
    error: mutation.error as unknown,
    /** Someone else changed the same meanwhile. */
    isStale: isStale.current,
    /** What is sent next is another change. */
    reset: () => {
      renew()
      mutation.reset()
    },
  }
}
