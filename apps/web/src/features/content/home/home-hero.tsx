import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import type { ComponentType } from 'react'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { usePartner } from '../../../partner/partner-context.tsx'
import type { HeroProps } from './heroes/hero-props.ts'
import { PicturesHero } from './heroes/pictures-hero.tsx'

const heroes: { readonly [Name in 'picture' | 'calculator' | 'feed' | 'list']: ComponentType<HeroProps> } = {
  picture: deferred(
    () => import('./heroes/picture-hero.tsx'),
    module => module.PictureHero,
  ),
  calculator: deferred(
    () => import('./heroes/calculator-hero.tsx'),
    module => module.CalculatorHero,
  ),
  feed: deferred(
    () => import('./heroes/feed-hero.tsx'),
    module => module.FeedHero,
  ),
  list: deferred(
    () => import('./heroes/list-hero.tsx'),
    module => module.ListHero,
  ),
}

/** The partner's theme chooses among compositions. What needs rewards or pictures that are not there falls back. */
export function HomeHero(props: HeroProps) {
  const partner = usePartner()
  const { hero } = partner.layout
  const lacks =
    hero === 'calculator' ? !earnsRewards(partner) : hero !== 'pictures' && props.merchants.length === 0
  const Hero = hero === 'pictures' || lacks ? PicturesHero : heroes[hero]
  return <Hero {...props} />
}
