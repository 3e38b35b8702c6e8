import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { addPasskey, wasCanceled } from './passkeys.queries.ts'

export function useAddPasskey(onAdded: () => void) {
  const copy = useCopy()
  const app = useApp()
  return useMutation({
    mutationFn: (name: string) => addPasskey(app, name),
    onSuccess: onAdded,
    onError: error => {
      if (!wasCanceled(error)) toasts.show('error', errorText(app, error) || copy('passkeys.failed'))
    },
  })
}
