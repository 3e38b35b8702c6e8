import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useActionData, useLocation, useNavigation, useSubmit } from 'react-router'
import { useBotCheck } from './bot-check.ts'
import type { FieldProblems, FormFailure } from './form-failure.ts'

type Fields = Record<string, string | boolean>

export interface PostFormOptions {
  /** What stands in the fields at first. */
  readonly initial?: FormFailure['values']
  /** `change`: on submit, then on every change. `blur`: when a field is left (shell §5, adding a card). */
  readonly validatesOn?: 'change' | 'blur'
}

/**
 * A form that works both ways: a browser without script posts it to the page's address and gets the page back with
 * what is wrong; with script the same check runs first, and the same action is called without leaving the page.
 * Focus goes to the first field that is wrong. It is sent once at a time, and what was typed stays whatever happens:
 * the fields are the browser's own.
 */
export function usePostForm(check: (form: FormData) => FieldProblems, options: PostFormOptions = {}) {
  const { initial = {}, validatesOn = 'change' } = options
  const answered = useActionData() as FormFailure | undefined
  const { pathname, search } = useLocation()
  const element = useRef<HTMLFormElement>(null)
  const { send, busy, blocked } = useSending(pathname + search)
  const failure = useMemo(() => (blocked === null ? answered : unsent(blocked)), [answered, blocked])

  const posted = useMemo(() => (answered ? hookErrors(answered.fieldErrors) : undefined), [answered])
  const { register, handleSubmit, setFocus, formState } = useForm<Fields>({
    mode: validatesOn === 'blur' ? 'onBlur' : 'onSubmit',
    reValidateMode: validatesOn === 'blur' ? 'onBlur' : 'onChange',
    // The default values stand in the fields themselves, so that what was typed before the script came is kept.
    resolver: async () => {
      const errors = element.current ? hookErrors(check(new FormData(element.current))) : {}
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: {}, errors: {} }
    },
    ...(posted ? { errors: posted } : {}),
  })
  const post = handleSubmit(() => send(element.current), showFocus)
  const problems = messagesOf(formState.errors)
  const typed = answered?.values ?? initial

  return {
    form: {
      ref: element,
      method: 'post',
      action: pathname + search,
      noValidate: true,
      onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!busy) void post(event)
      },
    } as const,
    /** Everything a text field needs to know of the form. */
    text: (name: string) => ({
      ...register(name),
      id: fieldId(name),
      defaultValue: typed[name] ?? '',
      error: problems[name],
    }),
    tick: (name: string) => ({
      ...register(name),
      id: fieldId(name),
      defaultChecked: typed[name] !== undefined,
      error: problems[name],
    }),
    focus: (name: string) => setFocus(name),
    errorBox: useFocusOnFailure(failure, element),
    busy,
    failure,
    problems,
  }
}

export type PostForm = ReturnType<typeof usePostForm>

export const fieldId = (name: string) => `${name}-field`

/** Sends the form to its route's action, one at a time; `blocked` says why it could not be sent at all. */
function useSending(action: string) {
  const navigation = useNavigation()
  const submit = useSubmit()
  const answerBotCheck = useBotCheck()
  const [checking, setChecking] = useState(false)
  const [blocked, setBlocked] = useState<string | null>(null)
  // Known at once, where states are known when the page is drawn next.
  const sending = useRef(false)

  async function send(form: HTMLFormElement | null) {
    if (sending.current || !form) return
    sending.current = true
    setChecking(true)
    setBlocked(null)
    try {
      const typed = new FormData(form)
      const problem = await answerBotCheck(typed)
      if (problem === null) await submit(typed, { method: 'post', action, preventScrollReset: true })
      else setBlocked(problem)
    } finally {
      sending.current = false
      setChecking(false)
    }
  }
  const navigating = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  return { send, busy: checking || navigating, blocked }
}

const unsent = (problem: string): FormFailure => ({ values: {}, fieldErrors: {}, formErrors: [problem] })

/** Focus goes to the first field at fault, as they stand; where none is, to the box that says what is. */
function useFocusOnFailure(
  failure: FormFailure | undefined,
  form: RefObject<HTMLFormElement | null>,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    const first = fields.find(({ name }) => name in failure.fieldErrors)
    ;(first ?? box.current)?.focus()
    showFocus()
  }, [failure, form])
  return box
}

/** What is said above it moves the field that has the focus: it is brought back, clear of what sticks to the edges. */
function showFocus(): void {
  requestAnimationFrame(() => document.activeElement?.scrollIntoView({ block: 'center' }))
}

function hookErrors(problems: FieldProblems): FieldErrors<Fields> {
  return Object.fromEntries(
    Object.entries(problems).map(([name, message]) => [name, { type: 'check', message }]),
  )
}

function messagesOf(errors: FieldErrors<Fields>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]),
  )
}
