import { emailPattern } from '../shared/fields/email-address.ts'

/** It is the length of an email address that is left before joining (shell §5, §9). */
export const prospectEmailMaxLength = 50

export const isEmail = (text: string): boolean =>
  text.length <= prospectEmailMaxLength && emailPattern.test(text)
