import { httpPartnerCards } from './http-partner-cards.ts'
import type { PartnerCards } from './partner-cards.ts'

/** HTTP where the partner's settings name an endpoint, else the sandbox; null: there is none. */
export function partnerCardsByEndpoint(
  secrets: ReadonlyMap<string, string>,
  sandbox: PartnerCards | null,
): PartnerCards {
  const http = httpPartnerCards(secrets)
  return {
    async list(partner, holder) {
      const cards = partner.settings.partnerCardsEndpoint ? http : sandbox
      if (!cards) throw new Error('the setting partnerCardsEndpoint is not set')
      return cards.list(partner, holder)
    },
  }
}
