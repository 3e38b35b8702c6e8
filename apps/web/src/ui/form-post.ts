import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useActionData, useLocation, useNavigation, useSubmit } from 'react-router'
import type { FieldProblems, FormFailure } from './form-failure.ts'

type Fields = Record<string, string | boolean>

/**
 * A form that works both ways: a browser without script posts it to the page's address and gets the page back with
 * what is wrong; with script the same check runs first, and the same action is called without leaving the page.
 * Validates on submit, then again on every change (shell §5). Focus goes to the first field that is wrong.
 */
export function usePostForm(check: (form: FormData) => FieldProblems, initial: FormFailure['values'] = {}) {
  const failure = useActionData() as FormFailure | undefined
  const { pathname, search } = useLocation()
  const navigation = useNavigation()
  const submit = useSubmit()
  const element = useRef<HTMLFormElement>(null)
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'

  const posted = useMemo(() => (failure ? hookErrors(failure.fieldErrors) : undefined), [failure])
  const { register, handleSubmit, setFocus, formState } = useForm<Fields>({
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // The default values stand in the fields themselves, so that what was typed before the script came is kept.
    resolver: async () => {
      const errors = element.current ? hookErrors(check(new FormData(element.current))) : {}
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: {}, errors: {} }
    },
    ...(posted ? { errors: posted } : {}),
  })
  const post = handleSubmit(() => submit(element.current, { preventScrollReset: true }))
  const problems = messagesOf(formState.errors)
  const typed = failure?.values ?? initial

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
    errorBox: useFocusOnFailure(failure),
    busy,
    failure,
    problems,
  }
}

export type PostForm = ReturnType<typeof usePostForm>

export const fieldId = (name: string) => `${name}-field`

/** Where no field is at fault, the box that says what is takes the focus. */
function useFocusOnFailure(failure: FormFailure | undefined): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure && Object.keys(failure.fieldErrors).length === 0) box.current?.focus()
  }, [failure])
  return box
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
