import type {
  deleteCard,
  FrameCard,
  getCards,
  getPartnerCards,
  ListedPartnerCard,
  PartnerCardChoice,
  postCards,
  putCard,
} from '@dineward/core/cards/cards.contract.ts'
import { loadsPartnerCards } from '@dineward/core/partner/partner-questions.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { isUnauthorized } from '../../lib/api/api-client.ts'
import type { BotCheckAnswer } from '../../ui/form/form-data.ts'

export function cardsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['cards'],
    queryFn: async () => (await app.api.call<typeof getCards>('GET', '/api/Member/Cards', {})).items,
  })
}

/** It is asked once (account §7). Null means that the partner does not answer, and is asked again by the next page. */
export function partnerCardsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['partner-cards'],
    queryFn: async (): Promise<readonly ListedPartnerCard[] | null> => {
      try {
        return (await app.api.call<typeof getPartnerCards>('GET', '/api/Cards/AllPartnerCards', {})).items
      } catch (error) {
        if (isUnauthorized(error)) throw error
        return null
      }
    },
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
  })
}

/** What the form for cards shows. The server waits for the partner, browsers show that they do. */
export function loadPartnerCards(app: AppContext): Promise<unknown>[] {
  if (!loadsPartnerCards(app.partner)) return []
  return [
    app.queryClient.ensureQueryData(cardsQuery(app)),
    app.queryClient.prefetchQuery(partnerCardsQuery(app)),
  ]
}

/** For a page that shows nothing else: in browsers it comes at once, and its component reports what fails. */
export async function loadCardForms(app: AppContext): Promise<null> {
  const loading = Promise.all(loadPartnerCards(app))
  if (typeof document === 'undefined') await loading
  else loading.catch(() => {})
  return null
}

/** Each card has its own result. */
export async function linkCards(
  app: AppContext,
  creditCards: (FrameCard | PartnerCardChoice)[],
  botCheckAnswer: BotCheckAnswer = {},
) {
  const { cardRegistration } = await app.api.call<typeof postCards>('POST', '/api/Member/Cards', {
    body: { creditCards, directFileFeedOptIn: true, ...botCheckAnswer },
  })
  await Promise.all([
    app.queryClient.invalidateQueries({ queryKey: cardsQuery(app).queryKey }),
    app.queryClient.invalidateQueries({ queryKey: ['member'] }),
  ])
  return cardRegistration
}

export async function renameCard(app: AppContext, { id, name }: { id: string; name: string }): Promise<void> {
  await app.api.call<typeof putCard>('PUT', '/api/Member/Cards', { query: { id }, body: { name } })
  await app.queryClient.invalidateQueries({ queryKey: cardsQuery(app).queryKey })
}

/** Removing the last card closes the account and signs out. */
export async function removeCard(app: AppContext, id: string) {
  const { accountClosed } = await app.api.call<typeof deleteCard>('DELETE', '/api/Member/Cards', {
    query: { id },
  })
  if (!accountClosed) await app.queryClient.invalidateQueries({ queryKey: cardsQuery(app).queryKey })
  return accountClosed
}
