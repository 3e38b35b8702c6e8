import { hasFlexOffers } from '../../../partner/partner-questions.ts'
import type { PlaceBooks, Snapshot } from '../../snapshot.ts'
import { type ComponentRule, componentDine } from '../component-rule.ts'
import { type FlexOffer, offerComponents } from './offer.rules.ts'

export const offer: ComponentRule = (snapshot, places) => ({
  components: places.flatMap(({ books, decided }) =>
    offerComponents(openOffers(snapshot, books), decided.flatMap(componentDine)),
  ),
  stored: places.flatMap(({ books }) => books.components.filter(({ kind }) => kind === 'offer')),
})

/** Where the program has no offers any more, those that dines have: they were promised. */
function openOffers({ partner }: Snapshot, { offers, components }: PlaceBooks): readonly FlexOffer[] {
  if (hasFlexOffers(partner)) return offers
  const promised = new Set(
    components.flatMap(({ kind, code, units }) => (kind === 'offer' && units > 0 ? [code] : [])),
  )
  return offers.filter(({ id }) => promised.has(id))
}
