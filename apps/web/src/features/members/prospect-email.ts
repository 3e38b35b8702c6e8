import type { AppContext } from '../../app-context.ts'
import { textOf } from '../../ui/form/form-data.ts'
import type { FormResult } from '../../ui/form/form-result.ts'

/*
 * The e-mail carried from the prospect form to joining or sign-in. Never in the address, which is logged: in memory
 * with script, posted again without.
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

/** For a page posted with only an e-mail: its form, prefilled. */
export function formWithEmail(form: FormData, field: string): FormResult {
  return { initialValue: { [field]: textOf(form, prospectField).trim() } }
}
