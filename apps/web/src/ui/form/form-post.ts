import { useForm } from '@conform-to/react'
import { type FocusEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type FormEncType, useActionData, useLocation, useNavigation, useSubmit } from 'react-router'
import { useAfterPress } from './after-press.ts'
import { useBotCheck } from './bot-check.ts'
import type { FieldProblems } from './form-data.ts'
import { type FormResult, submissionOf } from './form-result.ts'

/**
 * The form works in browsers with and without script. Without, it posts to the page's address and gets the page back
 * with errors; with script the same validation runs first and the same action is called. It validates on submit, then
 * on change (shell §5). Fields are uncontrolled, so that typed text stays.
 */
export function usePostForm(
  check: (form: FormData) => FieldProblems,
  initial: Record<string, string> = {},
  step?: FormStep,
) {
  const actionData = useActionData() as FormResult | undefined
  const { pathname, search } = useLocation()
  const { action = pathname + search, lastResult } = step ?? { lastResult: actionData }
  const { send, busy, blocked } = useSending(action)
  const [form, fields] = useForm<Record<string, string>, FormData>({
    lastResult,
    defaultValue: initial,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => submissionOf(formData, check(formData)),
    onSubmit(event) {
      event.preventDefault()
      if (!busy) void send(event.currentTarget)
    },
  })
  const afterPress = useAfterPress()
  function validateLeft(event: FocusEvent) {
    const { name, form: owner } = event.target as HTMLInputElement
    if (name && owner?.id === form.id) afterPress(() => form.validate({ name }))
  }
  const formErrors = blocked === null ? (form.errors ?? []) : [blocked]
  const problems = Object.entries<string[] | null>(form.allErrors).flatMap(([name, messages]) =>
    name !== '' && messages?.[0] ? [[name, messages[0]] as const] : [],
  )
  const text = (name: string) => ({
    id: fieldId(name),
    name,
    defaultValue: fields[name]?.initialValue ?? '',
    error: fields[name]?.errors?.[0],
  })

  return {
    form: {
      id: form.id,
      method: 'post',
      action,
      noValidate: true,
      onSubmit: form.onSubmit,
      onBlur: step?.validatesOnBlur ? validateLeft : undefined,
    } as const,
    keepsPlace: step?.validatesOnBlur === true,
    text,
    tick: (name: string) => {
      const { defaultValue, ...field } = text(name)
      return { ...field, defaultChecked: defaultValue !== '' }
    },
    focus: (name: string) => document.getElementById(fieldId(name))?.focus(),
    errorBox: useFocusOnErrors(form.id, lastResult, blocked, step?.validatesOnBlur ? 0 : problems.length),
    busy,
    formErrors,
    problems,
  }
}

/** It is for a form with several pages: it posts to the next one, which answers with its result on an error. */
export interface FormStep {
  readonly action?: string
  readonly lastResult: FormResult | undefined
  /** A field is then checked when it is left, not only when the form is sent (account §5). */
  readonly validatesOnBlur?: boolean
}

export type PostForm = ReturnType<typeof usePostForm>

export const fieldId = (name: string) => `${name}-field`

/** It sends one request at a time; `blocked` is an error message. */
function useSending(action: string) {
  const navigation = useNavigation()
  const submit = useSubmit()
  const answerBotCheck = useBotCheck()
  const [checking, setChecking] = useState(false)
  const [blocked, setBlocked] = useState<string | null>(null)
  // A ref, since state is only current after the next render.
  const sending = useRef(false)

  async function send(form: HTMLFormElement) {
    if (sending.current) return
    sending.current = true
    setChecking(true)
    setBlocked(null)
    try {
      const typed = new FormData(form)
      const problem = await answerBotCheck(typed)
      const encType = form.enctype as FormEncType
      if (problem === null) await submit(typed, { method: 'post', action, encType, preventScrollReset: true })
      else setBlocked(problem)
    } finally {
      sending.current = false
      setChecking(false)
    }
  }
  const navigating = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  return { send, busy: checking || navigating, blocked }
}

/** Conform focuses the first field with an error; without one the error box takes the focus. */
function useFocusOnErrors(
  formId: string,
  lastResult: FormResult | undefined,
  blocked: string | null,
  problemCount: number,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const isHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  const isFirst = useRef(isHydrating)
  useEffect(() => {
    // A visitor who used the page before hydration keeps the focus: moving it would scroll a link away from a click.
    const isUsed = isFirst.current && navigator.userActivation?.hasBeenActive
    isFirst.current = false
    if (isUsed) return
    if (lastResult?.error || blocked !== null) box.current?.focus()
    // After a full page load with errors, Conform has not focused a field yet.
    const invalid = document.querySelector<HTMLElement>(`#${CSS.escape(formId)} [aria-invalid="true"]`)
    if (lastResult?.error && blocked === null) invalid?.focus()
  }, [lastResult, blocked, formId])
  // The error box pushes the focused field down: scroll it clear of the sticky header. A form that validates when a
  // field is left has none.
  useEffect(() => {
    if (problemCount > 0)
      requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'center' }))
  }, [problemCount])
  return box
}
