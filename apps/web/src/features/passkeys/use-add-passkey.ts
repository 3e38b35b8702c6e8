import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../lib/api/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { addPasskey, type NewPasskey, wasCanceled } from './passkeys.queries.ts'

export function useAddPasskey(onAdded: () => void) {
  const copy = useCopy()
  const app = useApp()
  return useMutation({
    mutationFn: (passkey: NewPasskey) => addPasskey(app, passkey),
    onSuccess() {
      toasts.succeed('passkeys.add')
      onAdded()
    },
    meta: {
      onFailure(error) {
        if (wasCanceled(error) || needsPassword(error)) return
        toasts.fail('passkeys.add', errorText(app, error) || copy('passkeys.failed'))
      },
    },
  })
}

/** The password is missing or wrong. */
export const needsPassword = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'reauthentication_required' || error.fieldErrors.some(({ field }) => field === 'password'))
