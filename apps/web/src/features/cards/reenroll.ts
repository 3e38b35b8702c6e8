import type {
  FrameCard,
  PartnerCardChoice,
  postReenroll,
  ReenrolledCard,
} from '@dineward/core/cards/cards.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import type { BotCheckAnswer } from '../../ui/form/form-data.ts'
import { cardsQuery, partnerCardsQuery } from './cards.queries.ts'
import { failureText } from './link-failure.ts'

/** Links cards to a closed account. The member is loaded again also after an error: another tab may have opened it. */
export async function reenroll(
  app: AppContext,
  creditCards: (FrameCard | PartnerCardChoice)[],
  botCheckAnswer: BotCheckAnswer = {},
) {
  try {
    const { cardRegistration } = await app.api.call<typeof postReenroll>('POST', '/api/Member/Reenroll', {
      body: { creditCards: await withLastFour(app, creditCards), ...botCheckAnswer },
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

/** Entries without it are left out (account §5). */
async function withLastFour(
  app: AppContext,
  cards: readonly (FrameCard | PartnerCardChoice)[],
): Promise<ReenrolledCard[]> {
  if (cards.every(card => 'cardId' in card)) return [...cards]
  const listed = (await app.queryClient.ensureQueryData(partnerCardsQuery(app))) ?? []
  return cards.map(card => {
    if ('cardId' in card) return card
    const lastFour = listed.find(({ partnerCardId }) => partnerCardId === card.partnerCardId)?.lastFour
    return lastFour === undefined ? {} : { ...card, lastFour }
  })
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
