import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { readStored, writeStored } from '../../lib/browser/stored.ts'
import { deferred } from '../../lib/deferred/deferred.tsx'
import { useApp } from '../../partner/partner-context.tsx'
import {
  dismissalValue,
  duePrompt,
  type PromptKind,
  scrolledKey,
  storageKeys,
  withScrolled,
} from './due-prompt.rules.ts'

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
  const { pathname, search } = useLocation()
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
        query: search,
        scrolled: readStored(scrolledKey),
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
  }, [app, memberType, pathname, search, open])

  useEffect(() => {
    const note = () => writeStored(scrolledKey, withScrolled(readStored(scrolledKey), pathname))
    addEventListener('scroll', note, { passive: true, once: true })
    return () => removeEventListener('scroll', note)
  }, [pathname])

  function close() {
    if (!prompt || !open) return
    const { generalModalType } = app.partner.settings
    writeStored(storageKeys[prompt], dismissalValue(prompt, generalModalType, Date.now() + app.clockShiftMs))
    setOpen(false)
  }

  if (!prompt) return null
  return <PromptDialog prompt={prompt} open={open} onClose={close} renderText={renderText} />
}

const typedInto = 'input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea, select'

/** Whether a prompt may open now: no input, dialog or form in progress (`data-busy`). */
function canInterrupt(): boolean {
  if (document.visibilityState === 'hidden') return false
  if (document.querySelector('dialog[open], :popover-open, main form:is([aria-busy="true"], [data-busy])'))
    return false
  if (document.activeElement?.matches(`${typedInto}, iframe, [contenteditable]`)) return false
  if ([...document.querySelectorAll<HTMLSelectElement>('main form select')].some(wasChosenIn)) return false
  return ![
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)'),
  ].some(wasTypedInto)
}

function wasChosenIn({ options }: HTMLSelectElement): boolean {
  const drawn = [...options].find(option => option.defaultSelected)
  return drawn !== undefined && !drawn.selected
}

function wasTypedInto(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field.type !== 'hidden' && field.value !== field.defaultValue
}

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Milliseconds without a key, press or scroll. */
function watchInactivity(): { forMs(): number; stop(): void } {
  let since = Date.now()
  const note = () => {
    since = Date.now()
  }
  for (const sign of activityEvents) addEventListener(sign, note, { passive: true })
  return {
    forMs: () => Date.now() - since,
    stop() {
      for (const sign of activityEvents) removeEventListener(sign, note)
    },
  }
}
