import type { BotChecker } from './bot-checker.ts'
import { BotCheckError } from './bot-checker.ts'

interface Recaptcha {
  render(element: HTMLElement, options: Record<string, unknown>): number
  execute(widget: number): void
  reset(widget: number): void
}

const scriptUrl = 'https://www.google.com/recaptcha/api.js?render=explicit'

/** The only widget on the page serves the latest request. */
let asker: { resolve(answer: string): void; reject(error: Error): void } | null = null
let widget: number | null = null

const recaptcha = () => {
  const loaded = (globalThis as { grecaptcha?: Partial<Recaptcha> }).grecaptcha
  return loaded?.render ? (loaded as Recaptcha) : null
}

/** Google's invisible reCAPTCHA, which shows itself only when in doubt. */
export function recaptchaChecker(siteKey: string): BotChecker {
  return {
    prepare: loadScript,
    isReady: () => recaptcha() !== null,
    answer: () =>
      new Promise((resolve, reject) => {
        const service = recaptcha()
        if (!service) return reject(new BotCheckError('captchaNotReady'))
        asker = { resolve, reject }
        if (widget === null) widget = addWidget(service, siteKey)
        else service.reset(widget)
        service.execute(widget)
      }),
  }
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The script of reCAPTCHA did not come.'))
    }
    document.head.append(script)
  })
}

function addWidget(service: Recaptcha, siteKey: string): number {
  const place = document.createElement('div')
  document.body.append(place)
  return service.render(place, {
    sitekey: siteKey,
    size: 'invisible',
    callback: (answer: string) => asker?.resolve(answer),
    'error-callback': () => asker?.reject(new BotCheckError('captchaNetwork')),
    'expired-callback': () => asker?.reject(new BotCheckError('captcha')),
  })
}
