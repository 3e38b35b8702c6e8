import { beforeEach, describe, expect, test } from 'vitest'
import { createInstallPrompt } from './install-prompt.ts'

function installEvent(outcome: 'accepted' | 'dismissed', prompt = async () => {}): Event {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  return Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) })
}

let target: EventTarget
let installPrompt: ReturnType<typeof createInstallPrompt>
beforeEach(() => {
  target = new EventTarget()
  installPrompt = createInstallPrompt()
  installPrompt.listen(target)
})

describe('install event', () => {
  test('is held, and the browser keeps quiet', () => {
    const event = installEvent('accepted')
    target.dispatchEvent(event)
    expect([event.defaultPrevented, installPrompt.isHeld()]).toEqual([true, true])
  })

  test('accepted: cleared', async () => {
    target.dispatchEvent(installEvent('accepted'))
    await installPrompt.ask()
    expect(installPrompt.isHeld()).toBe(false)
  })

  test('dismissed: stays', async () => {
    target.dispatchEvent(installEvent('dismissed'))
    await installPrompt.ask()
    expect(installPrompt.isHeld()).toBe(true)
  })

  test('installed another way: cleared', () => {
    target.dispatchEvent(installEvent('dismissed'))
    target.dispatchEvent(new Event('appinstalled'))
    expect(installPrompt.isHeld()).toBe(false)
  })

  test('cannot be shown again: cleared', async () => {
    target.dispatchEvent(installEvent('dismissed', () => Promise.reject(new Error('spent'))))
    await installPrompt.ask()
    expect(installPrompt.isHeld()).toBe(false)
  })
})
