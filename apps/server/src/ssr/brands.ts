import { setTimeout as sleep } from 'node:timers/promises'
import type { FrameContent } from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { ContentStore } from '../features/content/content-store.service.ts'
import { faceOf } from '../features/partner/display-faces.service.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import type { ConsoleSettings } from '../http/serve-console.ts'
import { consoleOrigins } from '../http/sessions/emulation.ts'
import { type Brand, createBrand } from './brand.ts'
import type { AssetPublisher } from './files/asset-publisher.ts'
import { assetsOfBrand, picturesOfBrand } from './files/published-files.ts'

interface MadeBrand {
  readonly partner: Partner
  readonly frame: FrameContent
  readonly brand: Promise<Brand>
}

/** With `preview` it is for staff, who see drafts in the frame. */
export type BrandOf = (partner: Partner, seen?: { readonly preview: boolean }) => Promise<Brand>

export interface BrandServices {
  readonly partners: PartnerRegistry
  readonly console: Pick<ConsoleSettings, 'hosts'>
  readonly content: ContentStore
  readonly clock: Clock
  readonly production: boolean
  readonly cardFrameUrl: string
  readonly fontDir: string
  /** It is absent with the embedded database: there is one process. */
  readonly assetPublisher?: AssetPublisher | null
}

/** Pages are not held up by an unreachable database for longer. */
const publishWithinMs = 1_000

/** Built again when settings or frame content change. */
export function createBrands(services: BrandServices): BrandOf {
  const { fontDir, cardFrameUrl, clock, content, production, assetPublisher } = services
  const made = new Map<string, MadeBrand>()
  return async (partner, seen = { preview: false }) => {
    const frame = await content.frameOf(partner, seen)
    const key = seen.preview ? `preview of ${partner.slug}` : partner.slug
    const known = made.get(key)
    if (known?.partner === partner && known.frame === frame) return known.brand
    const brand = createBrand(partner, {
      fontDir,
      face: faceOf(services.partners, partner.theme)?.of ?? null,
      cardFrameUrl,
      consoleOrigins: consoleOrigins(services.partners.siteOf(partner), services.console.hosts),
      stagingTools: !production,
      frame,
      now: clock.now(),
    }).then(async brand => {
      if (assetPublisher) await publishBrand(assetPublisher, partner, brand)
      return brand
    })
    made.set(key, { partner, frame, brand })
    return brand
  }
}

async function publishBrand(publisher: AssetPublisher, partner: Partner, brand: Brand): Promise<void> {
  const publishing = publisher.publish(assetsOfBrand(partner, brand)).catch(() => {})
  await Promise.race([publishing, sleep(publishWithinMs, null, { ref: false })])
  // Drawing takes a while, and no page waits for it.
  void publisher.publish(picturesOfBrand(partner)).catch(() => {})
}
