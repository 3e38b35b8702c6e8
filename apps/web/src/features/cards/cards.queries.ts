import type { deleteCard, FrameCard, getCards, postCards } from '@dineward/core/cards/cards.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

export function cardsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['cards'],
    queryFn: async () => (await app.api.call<typeof getCards>('GET', '/api/Member/Cards', {})).items,
  })
}

/** Each card has its own result. */
export async function linkCards(app: AppContext, creditCards: FrameCard[]) {
  const { cardRegistration } = await app.api.call<typeof postCards>('POST', '/api/Member/Cards', {
    body: { creditCards, directFileFeedOptIn: true },
  })
  await Promise.all([
    app.queryClient.invalidateQueries({ queryKey: cardsQuery(app).queryKey }),
    app.queryClient.invalidateQueries({ queryKey: ['member'] }),
  ])
  return cardRegistration
}

/** Removing the last card closes the account and signs out. */
export async function removeCard(app: AppContext, id: string) {
  const { accountClosed } = await app.api.call<typeof deleteCard>('DELETE', '/api/Member/Cards', {
    query: { id },
  })
  if (!accountClosed) await app.queryClient.invalidateQueries({ queryKey: cardsQuery(app).queryKey })
  return accountClosed
}
