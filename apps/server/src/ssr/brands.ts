import type { FrameContent } from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { ContentStore } from '../features/content/content-store.service.ts'
import { type Brand, createBrand } from './brand.ts'

interface MadeBrand {
  readonly partner: Partner
  readonly frame: FrameContent
  readonly brand: Promise<Brand>
}

/** `preview`: for staff, who see drafts in the frame. */
export type BrandOf = (partner: Partner, seen?: { readonly preview: boolean }) => Promise<Brand>

export interface BrandServices {
  readonly content: ContentStore
  readonly clock: Clock
  readonly production: boolean
  readonly cardFrameUrl: string
  readonly fontDir: string
}

/** Built again when settings or frame content change. */
export function createBrands(services: BrandServices): BrandOf {
  const { fontDir, cardFrameUrl, clock, content, production } = services
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
