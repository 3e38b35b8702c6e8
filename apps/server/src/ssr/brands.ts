import type { FrameContent } from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { AppOptions } from '../app.ts'
import { type Brand, createBrand } from './brand.ts'

interface MadeBrand {
  readonly partner: Partner
  readonly frame: FrameContent
  readonly brand: Promise<Brand>
}

/** Whose pages it is for: everybody's, or those of staff, who see drafts in the frame too. */
export type BrandOf = (partner: Partner, seen?: { readonly preview: boolean }) => Promise<Brand>

/** A partner's brand, made again when its settings or the content around its pages have changed. */
export function createBrands(options: AppOptions): BrandOf {
  const { fontDir, cardFrameUrl, clock, content, production } = options
  const made = new Map<string, MadeBrand>()
  return async (partner, seen = { preview: false }) => {
    const frame = await content.frameOf(partner, seen)
    const key = seen.preview ? `preview of ${partner.slug}` : partner.slug
    const known = made.get(key)
    if (known?.partner === partner && known.frame === frame) return known.brand
    const brand = createBrand(partner, {
      fontDir,
      cardFrameUrl,
      stagingTools: !production,
      frame,
      now: clock.now(),
    })
    made.set(key, { partner, frame, brand })
    return brand
  }
}
