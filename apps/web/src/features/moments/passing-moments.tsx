import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { readStored, writeStored } from '../../lib/stored.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { closedMoment, dueMoment, type Moment, momentKeys } from './due-moment.rules.ts'
import { mayInterrupt, watchCalm } from './may-interrupt.ts'

const MomentDialog = lazy(async () => ({ default: (await import('./moment-dialog.tsx')).MomentDialog }))

/** First the page is seen, and used by whoever came for something; something comes up when nothing happened for so long. */
const calmMs = 4_000
const lookEveryMs = 500

interface PassingMomentsProps {
  /** Of who is signed in; null: nobody. */
  readonly memberType: string | null
  /** An editor's marked-up text. */
  readonly renderText: (markup: string) => ReactNode
}

/** What comes up over a page, one at a time, and one on a page (shell §4). */
export function PassingMoments({ memberType, renderText }: PassingMomentsProps) {
  const app = useApp()
  const { pathname } = useLocation()
  const [moment, setMoment] = useState<Moment | null>(null)
  const [open, setOpen] = useState(false)
  const shownOn = useRef<string | null>(null)

  useEffect(() => {
    if (open || shownOn.current === pathname) return
    const calm = watchCalm()
    const stop = () => {
      clearInterval(timer)
      calm.stop()
    }
    const timer = setInterval(() => {
      if (calm.forMs() < calmMs || !mayInterrupt()) return
      stop()
      const due = dueMoment({
        path: pathname,
        inNativeApp: app.nativeApp !== null,
        memberType,
        settings: app.partner.settings,
        hasPopup: app.frame.popup !== null,
        stored: one => readStored(momentKeys[one]),
        now: Date.now() + app.clockShiftMs,
      })
      if (!due) return
      shownOn.current = pathname
      setMoment(due)
      setOpen(true)
    }, lookEveryMs)
    return stop
  }, [app, memberType, pathname, open])

  function close() {
    if (!moment || !open) return
    const { generalModalType } = app.partner.settings
    writeStored(momentKeys[moment], closedMoment(moment, generalModalType, Date.now() + app.clockShiftMs))
    setOpen(false)
  }

  if (!moment) return null
  return (
    <Suspense fallback={null}>
      <MomentDialog moment={moment} open={open} onClose={close} renderText={renderText} />
    </Suspense>
  )
}
