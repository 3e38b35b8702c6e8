import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { signInProviders } from '@dineward/core/partner/partner-questions.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import {
  type ProviderProblem,
  signInProviderNames,
} from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { Notice } from '../../ui/notice.tsx'

const words: Readonly<Record<ProviderProblem | 'taken', readonly BrowserCopyKey[]>> = {
  canceled: ['providers.problem.canceled'],
  refused: ['providers.problem.refused'],
  unavailable: ['providers.problem.unavailable'],
  no_email: ['providers.problem.noEmail'],
  locked: ['login.error.locked', 'login.error.locked.reset'],
  taken: ['providers.taken'],
}

/** It says why a provider sent the visitor back, as the address has it. */
export function ProviderProblemNotice() {
  const copy = useCopy()
  const query = new URLSearchParams(useLocation().search)
  const provider = signInProviders.find(name => name === query.get('provider'))
  const sentences = lookUp(words, query.get('problem') ?? '')
  if (!provider || !sentences) return null
  return (
    <Notice kind="danger" role="alert">
      {sentences.map(key => (
        <p key={key}>{copy(key, { provider: signInProviderNames[provider] })}</p>
      ))}
    </Notice>
  )
}
