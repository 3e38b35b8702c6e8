import { Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { errorsOf } from '../../../lib/field-errors.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { toastDone } from '../../../ui/dialog/toast.ts'
import { Difference } from '../../../ui/difference.tsx'
import { ConflictForm } from '../conflict-form.tsx'

interface ItemDialogProps<T extends object> {
  readonly title: string
  readonly start: T
  /** As it is stored by now; null: it is new, or gone. */
  readonly stored: { readonly value: T; readonly version: string } | null
  readonly done: string
  readonly onSave: (value: T, version: string | null) => Promise<unknown>
  readonly onClose: () => void
  readonly children: (
    value: T,
    set: (change: Partial<T>) => void,
    errors: Readonly<Record<string, string>>,
  ) => ReactNode
}

/** A form that keeps what was typed, and shows what someone else saved meanwhile beside it. */
export function ItemDialog<T extends object>(props: ItemDialogProps<T>) {
  const { title, start, stored, done, onSave, onClose, children } = props
  const [first] = useState(start)
  const [value, setValue] = useState(first)
  const [seen, setSeen] = useState(stored?.version ?? null)
  const [state, setState] = useState<{ isSaving: boolean; error: unknown }>({ isSaving: false, error: null })
  const { error } = state
  const isStale = error instanceof ApiError && error.code === 'changed_meanwhile'
  const errors = errorsOf(error)
  const askToClose = useUnsavedChanges(value !== first)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const version = isStale ? (stored?.version ?? null) : seen
    setSeen(version)
    setState({ isSaving: true, error: null })
    try {
      await onSave(value, version)
      toastDone(done)
      onClose()
    } catch (problem) {
      setState({ isSaving: false, error: problem })
    }
  }

  return (
    <ConflictForm
      title={title}
      conflict={
        isStale &&
        (stored ? (
          <Difference before={stored.value} after={value} labels={['Theirs', 'Yours']} />
        ) : (
          <Text fz="sm">They removed it. Save it again to bring it back as yours.</Text>
        ))
      }
      error={isStale || Object.keys(errors).length > 0 ? null : error}
      save={isStale ? 'Save mine' : 'Save'}
      isSaving={state.isSaving}
      onSubmit={submit}
      onClose={() => askToClose(onClose)}
    >
      {children(value, change => setValue(current => ({ ...current, ...change })), errors)}
    </ConflictForm>
  )
}
