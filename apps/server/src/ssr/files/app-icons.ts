import { createHash } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { drawIcon, drawSocialPicture, type IconPurpose } from './draw-app-icon.ts'

/** Its address is known before it is drawn, and changes with its sources. */
export interface AppPicture {
  readonly file: string
  readonly width: number
  readonly height: number
  /** Drawn once, at the first call. @throws when it cannot be drawn. */
  content(): Promise<Buffer>
}

export interface AppIcon extends AppPicture {
  readonly purpose: IconPurpose
}

export interface AppPictures {
  readonly icons: readonly AppIcon[]
  /** Open Graph. */
  readonly social: AppPicture
}

/** Increase when the drawing changes: browsers cache these addresses forever. */
const drawing = 1

const iconKinds: readonly { readonly purpose: IconPurpose; readonly size: number; readonly name: string }[] =
  [
    { purpose: 'any', size: 192, name: 'icon-192' },
    { purpose: 'any', size: 512, name: 'icon-512' },
    { purpose: 'maskable', size: 192, name: 'icon-maskable-192' },
    { purpose: 'maskable', size: 512, name: 'icon-maskable-512' },
    { purpose: 'touch', size: 180, name: 'icon-touch-180' },
  ]

const known = new WeakMap<Partner, AppPictures>()

/** Draws nothing yet. */
export function appPicturesOf(partner: Partner): AppPictures {
  const found = known.get(partner) ?? picturesOf(partner)
  known.set(partner, found)
  return found
}

export const pictureUrl = ({ file }: AppPicture): string => `/brand/${file}`

/** Where phones look for an icon without a manifest. */
export function touchIconUrl(partner: Partner): string {
  return pictureUrl(appPicturesOf(partner).icons.find(({ purpose }) => purpose === 'touch')!)
}

export const smallIconUrl = (partner: Partner): string => pictureUrl(appPicturesOf(partner).icons[0]!)

export const socialPictureUrl = (partner: Partner): string => pictureUrl(appPicturesOf(partner).social)

/** Sentences that name the file; empty when all can be drawn. */
export async function findAppPictureProblems(partner: Partner): Promise<string[]> {
  const { icons, social } = appPicturesOf(partner)
  const byFile = new Map<string, string>()
  // In turn: sharp mixes up the messages of concurrent failures.
  for (const picture of [...icons, social]) {
    const problem = await picture.content().then(() => null, messageOf)
    const file = problem?.split(':', 1)[0] ?? ''
    if (problem !== null && !byFile.has(file)) byFile.set(file, problem)
  }
  return [...byFile.values()]
}

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

function picturesOf(partner: Partner): AppPictures {
  const sources = [drawing, partner.logoMark.svg, partner.logo.svg, partner.theme.colors, partner.theme.shape]
  const hash = createHash('sha256').update(JSON.stringify(sources)).digest('base64url').slice(0, 10)
  return {
    icons: iconKinds.map(({ purpose, size, name }) => ({
      purpose,
      ...picture(`${name}-${hash}.png`, size, size, () => drawIcon(partner, purpose, size)),
    })),
    social: picture(`og-${hash}.png`, 1200, 630, () =>
      drawSocialPicture(partner, { width: 1200, height: 630 }),
    ),
  }
}

function picture(file: string, width: number, height: number, draw: () => Promise<Buffer>): AppPicture {
  let drawn: Promise<Buffer> | null = null
  return {
    file,
    width,
    height,
    content() {
      drawn ??= draw()
      return drawn
    },
  }
}
