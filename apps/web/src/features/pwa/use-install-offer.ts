import { useEffect, useState, useSyncExternalStore } from 'react'
import type { NativeWindow } from '../../lib/browser/native-window.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { installOffer, isIosSafari, snoozeFrom, storedSnooze } from './install.rules.ts'
import { installPrompt } from './install-prompt.ts'
import { isInNativeApp } from './native-bridge.ts'

const storageKey = 'dw_install_snoozed_until'

export interface InstallOffer {
  readonly kind: 'prompt' | 'instructions'
  install(): void
  snooze(): void
}

export function useInstallOffer(): InstallOffer | null {
  const { partner, nativeApp } = useApp()
  const enabled = partner.settings.hasPWAInstallBanner
  useEffect(() => (enabled ? installPrompt.listen(window) : undefined), [enabled])
  const hasPrompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.isHeld)
  const [snoozedUntil, setSnoozedUntil] = useState(readSnooze)
  const kind = installOffer(
    {
      enabled,
      standalone: isStandalone(),
      inNativeApp: isInNativeApp(window as Window & NativeWindow, nativeApp),
      snoozedUntil,
      hasPrompt,
      isIosSafari: isIosSafari(navigator),
    },
    new Date(),
  )
  if (kind === null) return null
  return {
    kind,
    install: () => void installPrompt.ask(),
    snooze() {
      const until = snoozeFrom(new Date())
      storeSnooze(until)
      setSnoozedUntil(until)
    },
  }
}

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

function readSnooze(): Date | null {
  try {
    return storedSnooze(localStorage.getItem(storageKey), new Date())
  } catch {
    return null
  }
}

function storeSnooze(until: Date): void {
  try {
    localStorage.setItem(storageKey, until.toISOString())
  } catch {}
}
