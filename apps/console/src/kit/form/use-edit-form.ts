import type { Contract } from '@dineward/core/shared/contract.ts'
import { fieldMessage } from '@dineward/core/shared/fields/field-messages.ts'
import { useForm } from '@mantine/form'
import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import type { ActionCall, Done } from '../action/action.ts'
import { useAction } from '../action/use-action.ts'
import { errorsByPath, namedErrors } from './field-errors.ts'

interface EditFormOptions<V extends object> {
  readonly initial: V
  /** It is the contract's, and checks before anything is sent. */
  readonly schema?: NonNullable<Contract['body']>
  /** The server names the fields after it, such as "terms.". */
  readonly prefix?: string
  /** What people call a field that has no place of its own, or of which there are several: "Dish". */
  readonly labels?: Readonly<Record<string, string>>
  readonly run: (values: V, call: ActionCall) => Promise<Done | null>
  readonly refresh?: readonly QueryKey[]
  readonly onDone?: () => void
}

export type EditForm<V extends object> = ReturnType<typeof useEditForm<V>>

/** A form that is checked, sent, and keeps what was typed after every error. */
export function useEditForm<V extends object>(options: EditFormOptions<V>) {
  const { initial, schema, prefix = '', labels = {}, run, refresh = [], onDone } = options
  const [reason, setReason] = useState('')
  const shown = useRef(new Set<string>())
  const form = useForm<V>({
    initialValues: initial,
    validate: values => {
      const checked = schema?.safeParse(values, { error: fieldMessage })
      return errorsByPath(
        checked?.error?.issues.map(({ path, message }) => ({ field: path.join('.'), message })) ?? [],
      )
    },
  })
  const action = useAction<V>({
    run,
    refresh,
    onError: error => {
      if (error instanceof ApiError) form.setErrors(errorsByPath(error.fieldErrors, prefix))
    },
  })
  const isChanged = form.isDirty() || reason !== ''
  const askToClose = useUnsavedChanges(isChanged)
  async function send(values: V) {
    if (!(await action.send(values, reason.trim()))) return
    setReason('')
    form.resetDirty()
    forgetUnsavedChanges()
    onDone?.()
  }
  return {
    form,
    action,
    isChanged,
    askToClose,
    reason: { value: reason, onChange: setReason, error: form.errors.reason },
    /** Value, change and error of a field. */
    field: (name: keyof V & string) => {
      shown.current.add(name)
      // biome-ignore lint/suspicious/noExplicitAny: paths of a generic type cannot be computed
      return form.getInputProps(name as any)
    },
    /** Of fields that are drawn by hand. */
    errorsOf: (names: readonly (keyof V & string)[]): Readonly<Record<string, string>> => {
      for (const name of names) shown.current.add(name)
      return Object.fromEntries(
        Object.entries(form.errors).map(([name, error]) => [name, String(error ?? '')]),
      )
    },
    submit: form.onSubmit(values => void send(values)),
    /** What was refused and stands at no field. */
    otherErrors: (): unknown => {
      if (action.isStale) return null
      if (!(action.error instanceof ApiError) || action.error.fieldErrors.length === 0) return action.error
      const sentences = namedErrors(form.errors, new Set([...shown.current, 'reason']), labels)
      return sentences.length > 0 ? new Error(sentences.join(' ')) : null
    },
  }
}
