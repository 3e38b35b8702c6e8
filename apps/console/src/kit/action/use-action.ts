import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastDone } from '../../ui/dialog/toast.ts'
import { toastWithUndo } from '../../ui/dialog/undo-toast.tsx'
import { type ActionCall, attemptAfter, type Done, doneOrWaits, firstAttempt } from './action.ts'

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
  const [attempt, setAttempt] = useState(firstAttempt)
  const mutation = useMutation({
    mutationFn: ({ input, reason }: { input: I; reason: string }) =>
      doneOrWaits(run(input, { reason, ...attempt })),
    onSuccess: done => {
      setAttempt(firstAttempt)
      if (typeof done === 'string') toastDone(done)
      else if (done) toastWithUndo(done.says, () => done.undo().finally(readAgain))
    },
    onError: error => {
      setAttempt(attemptAfter(error, attempt))
      onError?.(error)
    },
    onSettled: () => readAgain(),
  })
  const readAgain = () => Promise.all(refresh.map(queryKey => client.invalidateQueries({ queryKey })))
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
    isStale: attempt.isAfterConflict,
    /** What is sent next is another change. */
    reset: () => {
      setAttempt(firstAttempt)
      mutation.reset()
    },
  }
}
