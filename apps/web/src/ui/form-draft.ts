import { useEffect } from 'react'

/*
 * What was typed into a form survives a reload, a failed page and going back, in this tab only. Never passwords.
 */

type Field = HTMLInputElement | HTMLSelectElement

export function useFormDraft(formId: string, name: string): void {
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null
    if (!form) return
    const save = () => writeDraft(name, draftOf(form))
    restore(form, readDraft(name))
    // What was typed before the script came.
    save()
    form.addEventListener('input', save)
    return () => form.removeEventListener('input', save)
  }, [formId, name])
}

const keyOf = (name: string) => `draft:${name}`

export function deleteFormDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {}
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement && !isSecret(element) && element.type !== 'hidden') ||
      element instanceof HTMLSelectElement,
  )
}

/** Also while it is shown as text. */
const isSecret = ({ type, autocomplete }: HTMLInputElement) =>
  type === 'password' || autocomplete.includes('password')

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox'

function draftOf(form: HTMLFormElement): Record<string, string> {
  const typed = fieldsOf(form).map(field => [field.name, isTick(field) && !field.checked ? '' : field.value])
  return Object.fromEntries(typed.filter(([name, value]) => name && value))
}

/** Into empty fields only: what is there already is newer. */
function restore(form: HTMLFormElement, draft: Record<string, string>): void {
  for (const field of fieldsOf(form)) {
    const value = draft[field.name]
    if (typeof value !== 'string') continue
    if (isTick(field)) field.checked = true
    else if (field.value === '') field.value = value
  }
}

function readDraft(name: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

function writeDraft(name: string, draft: Record<string, string>): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {}
}
