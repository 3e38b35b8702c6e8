import { hasFlexOffers } from '../../../partner/partner-questions.ts'
import type { PlaceBooks, Snapshot } from '../../snapshot.ts'
import { budgetKey } from '../budget.rules.ts'
import { type ComponentRule, componentDine } from '../component-rule.ts'
import { type FlexOffer, type OfferRoom, offerComponents } from './offer.rules.ts'

/** Restaurants are decided one after the other: each leaves the next what it does not take. */
export const offer: ComponentRule = (snapshot, places) => {
  let elsewhere = snapshot.memberComponents.filter(
    ({ kind, dineId }) =>
      kind === 'offer' && !places.some(({ books }) => books.components.some(one => one.dineId === dineId)),
  )
  const left = new Map([...snapshot.budgets].map(([key, { leftUnits }]) => [key, leftUnits]))
  const decisions = places.map(({ books, decided }) => {
    const stored = books.components.filter(({ kind }) => kind === 'offer')
    const decision = offerComponents(openOffers(snapshot, books), decided.flatMap(componentDine), {
      stored,
      leftOf: code => left.get(budgetKey({ kind: 'offer', code })) ?? null,
      usedElsewhere: code => unitsOf(elsewhere, code),
    } satisfies OfferRoom)
    for (const code of new Set([...decision.components, ...stored].map(one => one.code))) {
      const key = budgetKey({ kind: 'offer', code })
      const before = left.get(key) ?? null
      if (before !== null) left.set(key, before + unitsOf(stored, code) - unitsOf(decision.components, code))
    }
    elsewhere = [...elsewhere, ...decision.components.map(one => ({ ...one, id: '', grantedUnits: 0 }))]
    return { ...decision, stored }
  })
  return {
    components: decisions.flatMap(({ components }) => components),
    stored: decisions.flatMap(({ stored }) => stored),
    refused: decisions.flatMap(({ refused }) => refused),
  }
}

const unitsOf = (components: readonly { readonly code: string; readonly units: number }[], code: string) =>
  components.reduce((sum, one) => sum + (one.code === code ? one.units : 0), 0)

/** Where the program has no offers any more, those that dines have: they were promised. */
function openOffers({ partner }: Snapshot, { offers, components }: PlaceBooks): readonly FlexOffer[] {
  if (hasFlexOffers(partner)) return offers
  const promised = new Set(
    components.flatMap(({ kind, code, units }) => (kind === 'offer' && units > 0 ? [code] : [])),
  )
  return offers.filter(({ id }) => promised.has(id))
}
