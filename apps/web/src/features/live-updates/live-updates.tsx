import { useEffect } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { followVersions } from './versions.ts'

/** Fetches what the page shows again when the member's rewards change elsewhere, and says so. */
export function LiveUpdates({ publicId }: { readonly publicId: string }) {
  const app = useApp()
  const copy = useCopy()
  useEffect(() => {
    const { queryClient } = app
    const shown = () => queryClient.getQueriesData({ queryKey: ['activity'] }).map(([, data]) => data)
    let current: string | null = null
    return followVersions(app, publicId, async version => {
      const isNew = current !== null && current !== version
      current = version
      if (!isNew) return
      const before = shown()
      await app.api.inBackground(() => queryClient.invalidateQueries())
      if (shown().some((data, index) => data !== before[index]))
        toasts.show('success', copy('liveUpdates.updated'))
    })
  }, [app, copy, publicId])
  return null
}
