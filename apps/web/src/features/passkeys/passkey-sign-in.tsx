import type { Member } from '@dineward/core/members/members.contract.ts'
import { prefersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './passkey-sign-in.module.css'
import { loadWebAuthn, signInOptions, signInWithPasskey, wasCanceled } from './passkeys.queries.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'
import { usePasskeySupport } from './use-passkey-support.ts'

interface PasskeySignInProps {
  readonly onSignedIn: (member: Member) => Promise<void>
}

/** A button, and the browser's suggestions in the field of the user name. */
export function PasskeySignIn({ onSignedIn }: PasskeySignInProps) {
  const copy = useCopy()
  const app = useApp()
  const isSupported = usePasskeySupport()
  const signIn = useMutation({
    mutationFn: async (chosen: Parameters<typeof signInWithPasskey>[1]['response'] | null) => {
      const response = chosen ?? (await askForPasskey())
      return signInWithPasskey(app, { response, rememberMe: isRemembered() })
    },
    onSuccess: onSignedIn,
  })
  // The browser suggests none while one signs in, nor after it: the next page is on its way.
  const isWaiting = signIn.isIdle || signIn.isError
  usePasskeyAutofill({ isOn: isSupported === true && isWaiting, onChosen: signIn.mutate })

  async function askForPasskey() {
    const { startAuthentication } = await loadWebAuthn()
    return startAuthentication({ optionsJSON: await signInOptions(app) })
  }

  const isPreferred = prefersPasskeys(app.partner)
  if (isSupported === false) return null
  return (
    <div className={styles.passkey}>
      {signIn.error && !wasCanceled(signIn.error) ? (
        <Notice kind="danger" role="alert">
          <p>{errorText(app, signIn.error)}</p>
        </Notice>
      ) : null}
      <Button
        variant={isPreferred ? 'action' : 'quiet'}
        size="large"
        wide
        busy={signIn.isPending}
        onClick={() => signIn.mutate(null)}
      >
        {copy(signIn.isPending ? 'passkeys.signIn.working' : 'passkeys.signIn')}
      </Button>
      {isPreferred ? <p className={styles.or}>{copy('passkeys.signIn.or')}</p> : null}
    </div>
  )
}

/** The box in the form for passwords is for both. */
const isRemembered = (): boolean =>
  document.querySelector<HTMLInputElement>('main [name="rememberMe"]')?.checked ?? false
