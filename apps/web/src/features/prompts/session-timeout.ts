import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { serverNow } from '../../lib/api/server-time.ts'
import { onReturn } from '../../lib/browser/on-return.ts'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { type SessionWatch, sessionEndOf, watchSession } from './session-watch.ts'

/** Throttle renewals while navigating. */
const minRenewIntervalMs = 10_000

interface SessionTimeoutProps {
  readonly signedIn: boolean
  readonly renew: () => Promise<'renewed' | 'ended' | 'replaced' | 'failed'>
}

/** Renew the session during activity, and warn before it ends (shell §4 Session). */
export function SessionTimeout({ signedIn, renew }: SessionTimeoutProps) {
  const app = useApp()
  const copy = useCopy()
  const { pathname } = useLocation()
  const watch = useRef<SessionWatch | null>(null)
  const renewedAt = useRef({ pathname, time: serverNow() })

  async function renewAndRecord(): Promise<boolean> {
    renewedAt.current.time = serverNow()
    const outcome = await renew()
    if (outcome === 'ended' || outcome === 'replaced') location.reload()
    if (outcome === 'renewed') watch.current?.renewed()
    return outcome === 'renewed'
  }
  const renewRef = useRef(renewAndRecord)
  renewRef.current = renewAndRecord

  useEffect(() => {
    if (!signedIn) return
    let seenEnd: number | null = null
    let warning: number | null = null
    const readEnd = () => {
      const end = sessionEndOf(document.cookie)
      seenEnd ??= end
      return end
    }
    watch.current = watchSession({
      now: () => serverNow() + app.clockShiftMs,
      readEnd,
      defaultMs: app.partner.settings.session.minutes * 60_000,
      onWarn() {
        const press = async () => {
          if (!(await renewRef.current())) toasts.fail('session.renew', copy('toast.sessionRenew.failed'))
        }
        const action = { label: copy('toast.sessionWarning.action'), press: () => void press() }
        warning = toasts.show('warning', copy('toast.sessionWarning'), action)
      },
      onRenewed() {
        toasts.succeed('session.renew')
        if (warning !== null) toasts.dismiss(warning)
      },
      onEnd: () =>
        location.assign(`${withReturnPath('/SignOut', location.pathname + location.search)}&timeout`),
    })

    // Timers pause while the device sleeps; another tab may have ended the session, or signed another member in.
    let isRenewing = false
    const check = () => {
      // Of several events at once, the first one asks.
      if (isRenewing) return
      const end = readEnd()
      const isOver = end !== null && end <= serverNow() + app.clockShiftMs
      if (end === seenEnd || isOver) return watch.current?.look()
      isRenewing = true
      void renewRef.current().then(isRenewed => {
        isRenewing = false
        if (isRenewed) seenEnd = readEnd()
      })
    }
    const stopChecking = onReturn(check)
    return () => {
      watch.current?.stop()
      watch.current = null
      stopChecking()
    }
  }, [signedIn, app, copy])

  useEffect(() => {
    const { pathname: before, time } = renewedAt.current
    renewedAt.current.pathname = pathname
    if (signedIn && before !== pathname && serverNow() - time >= minRenewIntervalMs) void renewRef.current()
  }, [signedIn, pathname])

  return null
}
