import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import type { ActionCall, Done } from '../action/action.ts'
import { useAction } from '../action/use-action.ts'
import { errorsByPath } from './field-errors.ts'

interface Stored<V> {
  readonly value: V
  readonly version: string
}

interface DraftOptions<V extends object> {
  /** As it is stored by now; null: it is new. */
  readonly stored: Stored<V> | null
  /** Of something new. */
  readonly start: V
  /** The server names the fields after it, such as `/^definition\./`. */
  readonly prefix?: RegExp
  readonly refresh?: readonly QueryKey[]
  readonly save: (value: V, call: DraftCall<V>) => Promise<Done | null>
}

interface DraftCall<V> extends ActionCall {
  /** What the changes were made from, or what was shown of someone else's; null: it is new. */
  readonly version: string | null
  readonly changes: Partial<V>
}

/** Changes over something stored, on its page. Nothing of them is lost by an error, or by someone else's change. */
export function useDraft<V extends object>({ stored, start, prefix, refresh, save }: DraftOptions<V>) {
  const [typed, setTyped] = useState<Partial<V>>({})
  const [seen, setSeen] = useState(stored)
  const [reason, setReason] = useState('')
  const base = Object.keys(typed).length > 0 ? seen : stored
  const before: V = { ...start, ...base?.value }
  const value: V = { ...before, ...typed }
  const changes = changesFrom(before, typed)
  const isChanged = Object.keys(changes).length > 0
  const action = useAction<V>({
    refresh: refresh ?? [],
    run(sent, call) {
      const { version = null } = (call.isAfterConflict ? stored : base) ?? {}
      return save(sent, { ...call, version, changes })
    },
  })
  useUnsavedChanges(isChanged || reason !== '')
  function discard() {
    setTyped({})
    setReason('')
    action.reset()
  }
  return {
    value,
    changes,
    isChanged,
    reason: { value: reason, onChange: setReason },
    action,
    /** Sentences by the name of the field. */
    errors: action.error instanceof ApiError ? errorsByPath(action.error.fieldErrors, prefix) : {},
    change(part: Partial<V>) {
      if (Object.keys(typed).length === 0) setSeen(stored)
      setTyped(current => ({ ...current, ...part }))
    },
    /** It also takes what someone else saved. */
    discard,
    async submit(event?: { preventDefault: () => void }) {
      event?.preventDefault()
      if (!(await action.send(value, reason.trim()))) return
      forgetUnsavedChanges()
      discard()
    },
  }
}

/** What was typed back to what it was is no change. */
export function changesFrom<V extends object>(before: V, typed: Partial<V>): Partial<V> {
  const names = (Object.keys(typed) as (keyof V)[]).filter(
    name => JSON.stringify(typed[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(names.map(name => [name, typed[name]])) as Partial<V>
}
