import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { deferred } from '../../lib/deferred.tsx'
import { readStored, writeStored } from '../../lib/stored.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { canInterrupt, watchInactivity } from './can-interrupt.ts'
import { dismissalValue, duePrompt, type PromptKind, storageKeys } from './due-prompt.rules.ts'

const PromptDialog = deferred(
  () => import('./prompt-dialog.tsx'),
  module => module.PromptDialog,
  { when: 'now' },
)

/** Show a prompt only after this long without activity. */
const idleMs = 4_000
const checkEveryMs = 500

interface PromptsProps {
  readonly memberType: string | null
  readonly renderText: (markup: string) => ReactNode
}

export function Prompts({ memberType, renderText }: PromptsProps) {
  const app = useApp()
  const { pathname } = useLocation()
  const [prompt, setPrompt] = useState<PromptKind | null>(null)
  const [open, setOpen] = useState(false)
  const shownOn = useRef<string | null>(null)

  useEffect(() => {
    if (open || shownOn.current === pathname) return
    const inactivity = watchInactivity()
    const stop = () => {
      clearInterval(timer)
      inactivity.stop()
    }
    const timer = setInterval(() => {
      if (inactivity.forMs() < idleMs || !canInterrupt()) return
      stop()
      const due = duePrompt({
        path: pathname,
        inNativeApp: app.nativeApp !== null,
        memberType,
        settings: app.partner.settings,
        hasPopup: app.frame.popup !== null,
        stored: one => readStored(storageKeys[one]),
        now: Date.now() + app.clockShiftMs,
      })
      if (!due) return
      shownOn.current = pathname
      setPrompt(due)
      setOpen(true)
    }, checkEveryMs)
    return stop
  }, [app, memberType, pathname, open])

  function close() {
    if (!prompt || !open) return
    const { generalModalType } = app.partner.settings
    writeStored(storageKeys[prompt], dismissalValue(prompt, generalModalType, Date.now() + app.clockShiftMs))
    setOpen(false)
  }

  if (!prompt) return null
  return <PromptDialog prompt={prompt} open={open} onClose={close} renderText={renderText} />
}
