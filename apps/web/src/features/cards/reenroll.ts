import type { FrameCard, PartnerCardChoice, postReenroll } from '@dineward/core/cards/cards.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import type { BotCheckAnswer } from '../../ui/form-data.ts'
import { toasts } from '../../ui/toast-store.ts'
import { cardsQuery } from './cards.queries.ts'
import { failureText } from './link-failure.ts'

/** Links cards to a closed account. The member is loaded again also after an error: another tab may have opened it. */
export async function reenroll(
  app: AppContext,
  creditCards: (FrameCard | PartnerCardChoice)[],
  botCheckAnswer: BotCheckAnswer = {},
) {
  try {
    const { cardRegistration } = await app.api.call<typeof postReenroll>('POST', '/api/Member/Reenroll', {
      body: { creditCards, ...botCheckAnswer },
    })
    if (cardRegistration.some(({ error }) => !error)) announce(app, cardRegistration)
    return cardRegistration
  } finally {
    await Promise.all([
      app.queryClient.invalidateQueries({ queryKey: cardsQuery(app).queryKey }),
      app.queryClient.invalidateQueries({ queryKey: ['member'] }),
    ])
  }
}

/** The page is left with the first card that is linked. */
function announce(app: AppContext, registrations: Awaited<ReturnType<typeof reenroll>>): void {
  if (typeof document === 'undefined') return
  const copy = copyWriter(app)
  for (const registration of registrations) {
    if (registration.error) toasts.show('error', failureText(copy, app.copy, registration))
    else toasts.show('success', copy('cards.add.success', { 'last four': registration.memberCard.lastFour }))
  }
}
