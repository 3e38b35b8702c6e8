import type { Partner } from '@dineward/core/partner/partner.ts'
import type { PassPictures } from '../../features/passes/passes.service.ts'
import { type ApplePictures, applePictures } from '../../gateways/passes/apple-pass.ts'
import { smallIconUrl } from './app-icons.ts'
import { drawIcon } from './draw-app-icon.ts'

const drawn = new WeakMap<Partner, Promise<ApplePictures>>()

/** They are the partner's mark, drawn once. */
export const passPictures: PassPictures = {
  drawPictures(partner) {
    const pictures = drawn.get(partner) ?? draw(partner)
    drawn.set(partner, pictures)
    return pictures
  },
  iconPath: smallIconUrl,
}

async function draw(partner: Partner): Promise<ApplePictures> {
  const pictures = await Promise.all(
    Object.entries(applePictures).map(async ([name, side]) => [name, await drawIcon(partner, 'any', side)]),
  )
  return Object.fromEntries(pictures) as ApplePictures
}
