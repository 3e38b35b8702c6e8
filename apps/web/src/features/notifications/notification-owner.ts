import { useEffect } from 'react'
import { useApp } from '../../partner/partner-context.tsx'
import { endOthers } from './notifications.queries.ts'

/** Another member has signed in at this device: the notifications of the one before end. */
export function NotificationOwner({ publicId }: { readonly publicId: string }) {
  const app = useApp()
  useEffect(() => {
    endOthers(app, publicId).catch(() => {})
  }, [app, publicId])
  return null
}
