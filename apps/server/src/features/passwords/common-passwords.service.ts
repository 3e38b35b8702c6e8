import type { FieldProblem } from '@dineward/core/members/members.rules.ts'
import { cutPassword } from '@dineward/core/members/new-password.rules.ts'

/** Some 49,000, in any case, also with signs before or after: "Password1!" is "password1". */
export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const typed = cutPassword(password).toLowerCase()
  return common.has(typed) || common.has(typed.replace(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, ''))
}

/** Nothing where the password has another problem. */
export async function commonPasswordProblems(
  password: string,
  found: readonly FieldProblem[],
): Promise<FieldProblem[]> {
  if (found.some(({ field }) => field === 'password') || !(await isCommonPassword(password))) return []
  return [{ field: 'password', copy: 'validation.passwordCommon' }]
}

let loading: Promise<ReadonlySet<string>> | undefined

/** Loaded with the first new password. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loading
}
