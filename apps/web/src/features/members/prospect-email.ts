import type { AppContext } from '../../app-context.ts'
import { textOf } from '../../ui/form-data.ts'
import type { FormResult } from '../../ui/form-result.ts'

/*
 * An e-mail on its way from the prospect form to joining or signing in. It never stands in an address, which would be
 * kept in histories and logs: a browser with script holds it in memory for a few minutes; one without posts it again
 * to where it goes.
 */

/** The field of the prospect form; in no other form, so that a posted form says whose it is. */
export const prospectField = 'prospectEmail'

const key = ['carried-email']

export function carryEmail({ queryClient }: AppContext, email: string): void {
  queryClient.setQueryData(key, email)
}

/** For the field that it is meant for; empty where nothing is carried. */
export function carriedEmail({ queryClient }: Pick<AppContext, 'queryClient'>): string {
  return queryClient.getQueryData<string>(key) ?? ''
}

/** For a page that was posted only an e-mail: its form, with the field filled in. */
export function formWithEmail(form: FormData, field: string): FormResult {
  return { initialValue: { [field]: textOf(form, prospectField).trim() } }
}
