import { cutPassword } from '@dineward/core/members/new-password.rules.ts'

/** The list has some 49,000, which match in any case, also with signs before or after: "Password1!" is "password1". */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const typed = cutPassword(password).toLowerCase()
  return common.has(typed) || common.has(typed.replace(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, ''))
}

let loading: Promise<ReadonlySet<string>> | undefined

/** They are loaded with the first new password. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loading
}
