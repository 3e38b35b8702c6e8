import { useEffect, useRef, useState } from 'react'

/*
 * What was typed into a form survives a reload, a failed page and going back, in this tab only. Never passwords.
 */

/** Names of drafts that only a member can type. They end with the session. */
export const memberDraft = (name: string): string => `${ofMembers}${name}`
const ofMembers = 'member '

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What the fields hold without a draft: drafts are of other values only. Ticks are `on` or empty. */
type SavedValues = Readonly<Record<string, string>>

/** @returns whether something was restored into a form that showed saved values. */
export function useFormDraft(formId: string, name: string, saved?: SavedValues): boolean {
  const [isRestored, setIsRestored] = useState(false)
  // They are compared by value: the fields of a form are mounted with them.
  const known = useRef(saved)
  useEffect(() => {
    const form = document.getElementById(formId) as HTMLFormElement | null
    if (!form) return
    const save = () => writeDraft(name, draftOf(form, known.current))
    const isChanged = restore(form, readDraft(name), known.current)
    if (isChanged && known.current) setIsRestored(true)
    // What was typed before the script came.
    save()
    form.addEventListener('input', save)
    return () => form.removeEventListener('input', save)
  }, [formId, name])
  return isRestored
}

const keyOf = (name: string) => `draft:${name}`

export function deleteFormDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {}
}

export function deleteMemberDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(keyOf(ofMembers))) sessionStorage.removeItem(key)
  } catch {}
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement && !isSecret(element) && !untyped.has(element.type)) ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  )
}

/** A page cannot fill in a file. */
const untyped = new Set(['hidden', 'file'])

/** Also while it is shown as text. */
const isSecret = ({ type, autocomplete }: HTMLInputElement) =>
  type === 'password' || autocomplete.includes('password')

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox'

const typedIn = (field: Field): string => (isTick(field) && !field.checked ? '' : field.value)

function draftOf(form: HTMLFormElement, saved?: SavedValues): Record<string, string> {
  const typed = fieldsOf(form).map(field => [field.name, typedIn(field)] as const)
  return Object.fromEntries(
    typed.filter(([name, value]) =>
      saved ? Object.hasOwn(saved, name) && value !== saved[name] : name !== '' && value !== '',
    ),
  )
}

/** Not into fields that were typed into: what is there already is newer. */
function restore(form: HTMLFormElement, draft: Record<string, string>, saved?: SavedValues): boolean {
  let isChanged = false
  for (const field of fieldsOf(form)) {
    const value = draft[field.name]
    if (typeof value !== 'string' || value === typedIn(field)) continue
    if (typedIn(field) !== (saved?.[field.name] ?? '')) continue
    if (isTick(field)) field.checked = value !== ''
    else field.value = value
    if (saved) field.dispatchEvent(new Event('input', { bubbles: true }))
    isChanged = true
  }
  return isChanged
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
