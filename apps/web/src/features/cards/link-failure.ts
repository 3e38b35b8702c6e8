import type { CardRegistration } from '@dineward/core/cards/cards.contract.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import type { WriteCopy } from '../../partner/partner-context.tsx'

/** It reads '{description} ending in {lastFour} - {code}: {message}' (account §8). */
export function failureText(copy: WriteCopy, texts: object, { memberCard, error }: CardRegistration): string {
  // The partner did not say which card it is.
  if (memberCard.lastFour === '') return error?.message ?? ''
  const code = error?.code ?? ''
  const key = `error.${code}`
  return copy('cards.add.failure', {
    description: memberCard.description,
    'last four': memberCard.lastFour,
    code,
    message: Object.hasOwn(texts, key) ? copy(key as BrowserCopyKey) : (error?.message ?? ''),
  })
}
