import { maxLinkedCards, type WithSettings } from '../partner/partner-questions.ts'
import type { CardType } from './cards.contract.ts'

export function remainingCardAllowance(partner: WithSettings<'maxLinkedCards'>, linkedCards: number): number {
  return Math.max(0, maxLinkedCards(partner) - linkedCards)
}

/** '{description} ending in {lastFour}' (account §8). */
export function cardDescription(cardType: CardType): string {
  return cardType === 'Amex' ? 'American Express' : cardType
}
