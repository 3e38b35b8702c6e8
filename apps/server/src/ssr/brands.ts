import type { FrameContent } from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { AppOptions } from '../app.ts'
import { type Brand, createBrand } from './brand.ts'

interface MadeBrand {
  readonly partner: Partner
  readonly frame: FrameContent
  readonly brand: Promise<Brand>
}

/** A partner's brand, made again when its settings or the content around its pages have changed. */
export function createBrands(options: AppOptions): (partner: Partner) => Promise<Brand> {
  const { fontDir, cardFrameUrl, clock, content, production } = options
  const made = new Map<string, MadeBrand>()
  return async partner => {
    const frame = await content.frameOf(partner)
    const known = made.get(partner.slug)
    if (known?.partner === partner && known.frame === frame) return known.brand
    const brand = createBrand(partner, {
      fontDir,
      cardFrameUrl,
      stagingTools: !production,
      frame,
      now: clock.now(),
    })
    made.set(partner.slug, { partner, frame, brand })
    return brand
  }
}
