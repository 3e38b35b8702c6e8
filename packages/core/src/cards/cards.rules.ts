import { maxLinkedCards, type WithSettings } from '../partner/partner-questions.ts'
import type { CardType } from './cards.contract.ts'

/** How many more cards a member may link (account §9). */
export function remainingCardAllowance(partner: WithSettings<'maxLinkedCards'>, linkedCards: number): number {
  return Math.max(0, maxLinkedCards(partner) - linkedCards)
}

/** What a card is called in lists and messages: '{description} ending in {lastFour}' (account §8). */
export function cardDescription(cardType: CardType): string {
  return cardType === 'Amex' ? 'American Express' : cardType
}
