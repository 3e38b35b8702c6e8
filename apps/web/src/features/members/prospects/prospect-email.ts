import type { AppContext } from '../../../app-context.ts'
import { textOf } from '../../../ui/form/form-data.ts'
import type { FormResult } from '../../../ui/form/form-result.ts'

/*
 * The e-mail is carried from the prospect form to joining or sign-in. It is never in the address, which is logged: it
 * is in memory with script, and posted again without.
 */

/** The field name, unique to the prospect form. */
export const prospectField = 'prospectEmail'

const key = ['carried-email']

export function rememberEmail({ queryClient }: AppContext, email: string): void {
  queryClient.setQueryData(key, email)
}

export function rememberedEmail({ queryClient }: Pick<AppContext, 'queryClient'>): string {
  return queryClient.getQueryData<string>(key) ?? ''
}

/** A page that is posted with only an e-mail gets its form, prefilled. */
export function formWithEmail(form: FormData, field: string): FormResult {
  return { initialValue: { [field]: textOf(form, prospectField).trim() } }
}
