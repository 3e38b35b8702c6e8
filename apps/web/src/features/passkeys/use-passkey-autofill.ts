import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApp } from '../../partner/partner-context.tsx'
import { autofillQuery, loadWebAuthn } from './passkeys.queries.ts'

/** Before the challenge expires. */
const renewalMs = 4 * 60_000

/** The browser suggests passkeys in a field with `autocomplete="username webauthn"` (conditional mediation). */
export function usePasskeyAutofill({
  isOn,
  onChosen,
}: {
  readonly isOn: boolean
  readonly onChosen: (response: AuthenticationResponseJSON) => void
}): void {
  const app = useApp()
  const { data: options } = useQuery({
    ...autofillQuery(app),
    enabled: isOn,
    refetchInterval: renewalMs,
    // Switched on again after a failure, it asks for new ones.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const choose = useRef(onChosen)
  choose.current = onChosen

  useEffect(() => {
    if (!options) return
    let isOver = false
    const webAuthn = loadWebAuthn()
    webAuthn
      .then(({ startAuthentication }) =>
        isOver ? null : startAuthentication({ optionsJSON: options, useBrowserAutofill: true }),
      )
      .then(
        response => {
          if (response && !isOver) choose.current(response)
        },
        // It was canceled, or replaced by another ceremony.
        () => {},
      )
    return () => {
      isOver = true
      void webAuthn.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
    }
  }, [options])
}
