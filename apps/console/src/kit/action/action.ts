import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isChangedMeanwhile, waitsForApproval } from '../../lib/api.ts'

export interface ActionCall {
  /** It is empty where none is asked for. */
  readonly reason: string
  /** It stays the same when the call is repeated after an error, so that nothing happens twice. */
  readonly idempotencyKey: string
  /** The person has seen what someone else changed meanwhile, and goes on. */
  readonly isAfterConflict: boolean
}

export type Attempt = Omit<ActionCall, 'reason'>

/** The first attempt of a change. */
export const firstAttempt = (): Attempt => ({
  idempotencyKey: crypto.randomUUID(),
  isAfterConflict: false,
})

/** The next attempt of the same change. */
export const attemptAfter = (error: unknown, { idempotencyKey, isAfterConflict }: Attempt): Attempt => ({
  idempotencyKey,
  isAfterConflict: isAfterConflict || isChangedMeanwhile(error),
})

/** What a person reads once it is done, and how it is taken back where it can be. */
export type Done = string | { readonly says: string; readonly undo: () => Promise<unknown> }

/** What waits for a second person is done as far as the first one is concerned: they read so. */
export const doneOrWaits = (sent: Promise<Done | null>): Promise<Done | null> =>
  sent.catch((error: unknown) => {
    if (waitsForApproval(error)) return error.message
    throw error
  })

/** Something that staff do to the rows that they chose, in a dialog of its own. */
export interface ManyAction<T> {
  readonly label: string
  /** Screen readers read it at the row's box. */
  readonly nameOf: (row: T) => string
  readonly dialog: (asked: {
    readonly rows: readonly T[]
    readonly onClose: () => void
    /** It is called for each row that is done, which is no longer chosen then. */
    readonly onDone: (row: T) => void
  }) => ReactNode
}

/** Something that staff do to one row of a list, or to several that they chose. */
export interface RowAction<T> {
  /** It stands on the button: "Retry". */
  readonly label: string
  readonly isFor: (row: T) => boolean
  /** It follows the label: "the event of T-1". */
  readonly nameOf: (row: T) => string
  /** Of the dialog for one; the button's words and the row's name without it. */
  readonly title?: string
  /** What happens, and what is lost. */
  readonly explanation: ReactNode | ((row: T) => ReactNode)
  /** Says what happens to one: "Retry it". */
  readonly confirm: string | ((row: T) => string)
  readonly isDangerous?: boolean
  readonly needsReason?: boolean
  /** Several rows can be chosen for it. */
  readonly isForMany?: boolean
  readonly run: (row: T, call: ActionCall) => Promise<Done>
  /** What is read again afterwards. */
  readonly refresh: QueryKey
}
