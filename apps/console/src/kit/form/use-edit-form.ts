import type { Contract } from '@dineward/core/shared/contract.ts'
import { fieldMessage } from '@dineward/core/shared/fields/field-messages.ts'
import type { QueryKey } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import type { ActionCall, Done } from '../action/action.ts'
import { type Action, useAction } from '../action/use-action.ts'
import { errorsByPath, namedErrors } from './field-errors.ts'

export interface Stored<V> {
  readonly value: V
  readonly version: string
}

export interface EditFormOptions<V extends object> {
  /** Of something new, and of fields that are not stored, such as the day from which a change holds. */
  readonly initial: V
  /** As it is stored by now; null where it is new, or gone. */
  readonly stored?: Stored<Partial<V>> | null
  /** It is the contract's, and checks before anything is sent. */
  readonly schema?: NonNullable<Contract['body']>
  /** What is sent, and checked by the schema, where that is not the values as they are. */
  readonly bodyOf?: (values: V) => unknown
  /** The server names the fields after it, such as `/^terms\./`. */
  readonly prefix?: RegExp
  /** What people call a field that has no place of its own, or of which there are several: "Dish". */
  readonly labels?: Readonly<Record<string, string>>
  /** What is typed is kept in the browser under this name until it is saved: leaving loses nothing, and does not ask. */
  readonly keptAs?: string
  readonly run: (values: V, call: FormCall<V>) => Promise<Done | null>
  readonly refresh?: readonly QueryKey[]
  readonly onDone?: () => void
}

interface FormCall<V> extends ActionCall {
  /** What the changes were made from, or what was shown of someone else's; null where it is new. */
  readonly version: string | null
  readonly changes: Partial<V>
  /** The value of the button that sent the form. */
  readonly pressed: string
}

export type EditForm<V extends object> = ReturnType<typeof useEditForm<V>>

type Errors = Readonly<Record<string, string>>
type Pressed = Pick<FormCall<never>, 'pressed'>

/**
 * A form that is checked, sent, and keeps what was typed after every error. Where someone else saved the same meanwhile, what
 * was typed lies over theirs, and saving again puts it in its place.
 */
export function useEditForm<V extends object>(options: EditFormOptions<V>) {
  const { stored = null, prefix, labels = {}, keptAs, run, refresh = [], onDone } = options
  const [seen, setSeen] = useState(stored)
  const [errors, setErrors] = useState<Errors>({})
  const shown = useRef(new Set(['reason']))
  const action: Action<Pressed> = useAction<Pressed>({
    run: ({ pressed }, call) =>
      run(values, { ...call, version: base?.version ?? null, changes: typed.changes, pressed }),
    refresh,
    onError: error => {
      if (error instanceof ApiError) setErrors(errorsByPath(error.fieldErrors, prefix))
    },
  })
  const typed = useTyped(options, action.isStale ? stored : seen)
  const { base, values, isChanged } = typed
  const { askToClose, forget } = useUnsavedChanges(isChanged && !keptAs)

  function discard() {
    typed.forget()
    setErrors({})
    action.reset()
  }
  async function submit(event?: SyntheticEvent): Promise<boolean> {
    event?.preventDefault()
    const found = problemsOf(options, values, base ? Object.keys(typed.changes) : null)
    setErrors(found)
    if (Object.keys(found).length > 0) return false
    setSeen(base)
    const { submitter } = (event?.nativeEvent ?? {}) as Partial<SubmitEvent>
    const pressed = (submitter as HTMLButtonElement | null | undefined)?.value ?? ''
    if (!(await action.send({ pressed }, typed.reason.trim()))) return false
    forget()
    discard()
    onDone?.()
    return true
  }
  function change(part: Partial<V>) {
    if (!typed.isTyped) setSeen(stored)
    typed.add(part)
    setErrors(withoutErrorsOf(Object.keys(part), errors))
  }
  return {
    ...fieldsOf(values, errors, change, shown.current),
    values,
    changes: typed.changes,
    /** Sentences by the path of the field, and by the field that the path begins with. */
    errors,
    action,
    isChanged,
    /** What the changes were made from, and what is stored by now: they differ where someone else changed it. */
    seen: seen?.value ?? null,
    now: stored?.value ?? null,
    askToClose,
    change,
    /** It also takes what someone else saved. */
    discard,
    /** @returns whether it is done. */
    submit,
    reason: { value: typed.reason, onChange: typed.setReason, error: errors.reason },
    /** What was refused and stands at no field. */
    otherErrors: (): unknown => {
      if (action.isStale) return null
      if (Object.keys(errors).length === 0) return action.error
      const sentences = namedErrors(errors, shown.current, labels)
      return sentences.length > 0 ? new Error(sentences.join(' ')) : null
    },
  }
}

/** What was typed, over what is stored. @param seen what it was typed over */
function useTyped<V extends object>(
  { initial, stored = null, keptAs }: EditFormOptions<V>,
  seen: Stored<Partial<V>> | null,
) {
  const [typed, setTyped] = useState<Partial<V>>(() => (keptAs ? keptIn(keptAs) : {}))
  const [reason, setReason] = useState('')
  const isTyped = Object.keys(typed).length > 0
  const base = isTyped ? seen : stored
  const before: V = { ...initial, ...base?.value }
  const values: V = { ...before, ...typed }
  const changes = changesFrom(before, typed)
  return {
    isTyped,
    base,
    values,
    changes,
    isChanged: Object.keys(changes).length > 0 || reason !== '',
    reason,
    setReason,
    add(part: Partial<V>) {
      setTyped(current => ({ ...current, ...part }))
      if (keptAs) localStorage.setItem(keptAs, JSON.stringify({ ...values, ...part }))
    },
    forget() {
      setTyped({})
      setReason('')
      if (keptAs) localStorage.removeItem(keptAs)
    },
  }
}

/** @param shown takes the names of fields that show their errors themselves */
function fieldsOf<V extends object>(
  values: V,
  errors: Errors,
  change: (part: Partial<V>) => void,
  shown: Set<string>,
) {
  return {
    /** Value, change and error of a field. */
    field: <K extends keyof V & string>(name: K) => {
      shown.add(name)
      return {
        value: values[name],
        // biome-ignore lint/suspicious/noExplicitAny: fields say what was typed by an event, or as it is
        onChange: (next: any) => change({ [name]: typedIn(next) } as unknown as Partial<V>),
        error: errors[name],
      }
    },
    /** Of fields that are drawn by hand. */
    errorsOf: (names: readonly (keyof V & string)[]): Errors => {
      for (const name of names) shown.add(name)
      return errors
    },
  }
}

/** @param changed names of fields; what was stored before is not for this person to correct. Null: all is new */
function problemsOf<V extends object>(
  { schema, bodyOf, prefix }: EditFormOptions<V>,
  values: V,
  changed: readonly string[] | null,
): Errors {
  const { error } = schema?.safeParse(bodyOf?.(values) ?? values, { error: fieldMessage }) ?? {}
  const issues = (error?.issues ?? []).filter(
    ({ path: [name] }) => !changed || name === undefined || changed.includes(String(name)),
  )
  return errorsByPath(
    issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    prefix,
  )
}

const withoutErrorsOf = (names: readonly string[], errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !names.includes(path.split('.')[0]!)))

function typedIn(next: unknown): unknown {
  if (!next || typeof next !== 'object' || !('currentTarget' in next)) return next
  const { type, checked, value } = next.currentTarget as HTMLInputElement
  return type === 'checkbox' ? checked : value
}

/** What was typed back to what it was is no change. */
export function changesFrom<V extends object>(before: V, typed: Partial<V>): Partial<V> {
  const names = (Object.keys(typed) as (keyof V)[]).filter(
    name => JSON.stringify(typed[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(names.map(name => [name, typed[name]])) as Partial<V>
}

/** JSON has null for numbers that are not known yet. */
function keptIn(name: string): object {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as object
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))
  } catch {
    return {}
  }
}
