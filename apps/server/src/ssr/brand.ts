import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameContent } from '@dineward/core/content/frame-content.ts'
import type { BrandContent } from '@dineward/core/pages/render.ts'
import { type BrowserPartner, toBrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { toBrowserCopy } from '@dineward/core/partner/default-copy.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { fontFaceCss, themeCss } from '@dineward/core/partner/theme/theme-css.ts'
import { compressBest } from './cache/cached-page.ts'
import { socialPictureUrl, touchIconUrl } from './files/app-icons.ts'
import { sha256 } from './web-build.ts'

/** Files whose addresses change with their content. */
export interface Brand {
  readonly markUrl: string
  readonly fontUrl: string
  readonly touchIconUrl: string
  readonly content: BrandContent
  readonly contentUrl: string
  readonly css: string
  /** For the page's policy. */
  readonly cssHash: string
  readonly pictureOrigins: readonly string[]
  /** By file name, under `/brand/`. */
  readonly files: ReadonlyMap<string, BrandFile>
}

export interface BrandFile {
  readonly type: string
  readonly content: Buffer
  /** It is compressed when it is first asked for; absent where that would not make it smaller. */
  readonly brotli?: () => Promise<Buffer>
}

export interface BrandOptions {
  readonly fontDir: string
  /** The name of its file there; null: the build has no such face. */
  readonly face: string | null
  readonly cardFrameUrl: string
  readonly consoleOrigins: readonly string[]
  readonly stagingTools: boolean
  readonly frame: FrameContent
  readonly now: Date
}

/** `fontDir` holds `{face}.woff2`, subset to what a partner needs. */
export async function createBrand(
  partner: Partner,
  { fontDir, face, cardFrameUrl, consoleOrigins, stagingTools, frame, now }: BrandOptions,
): Promise<Brand> {
  const files = new Map<string, BrandFile>()
  const add = (name: string, extension: string, type: string, content: Buffer) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
    const file = `${name}-${hash}.${extension}`
    files.set(
      file,
      extension === 'woff2' ? { type, content } : { type, content, brotli: compressedOnce(content) },
    )
    return `/brand/${file}`
  }
  const font = face && (await readFile(join(fontDir, `${face}.woff2`)).catch(() => null))
  const fontUrl = font ? add('display', 'woff2', 'font/woff2', font) : ''
  const css = themeCss(partner.theme) + (fontUrl ? fontFaceCss(partner.theme, fontUrl) : '')
  const content: BrandContent = {
    partner: withConsole(toBrowserPartner(partner, now), consoleOrigins),
    copy: toBrowserCopy(partner.copy),
    frame,
    logoUrl: add('logo', 'svg', 'image/svg+xml; charset=utf-8', Buffer.from(partner.logo.svg)),
    socialPictureUrl: socialPictureUrl(partner),
    cardFrameUrl,
    stagingTools,
  }
  return {
    content,
    contentUrl: add('brand', 'json', 'application/json', Buffer.from(JSON.stringify(content))),
    markUrl: add('mark', 'svg', 'image/svg+xml; charset=utf-8', Buffer.from(partner.logoMark.svg)),
    fontUrl,
    touchIconUrl: touchIconUrl(partner),
    css,
    cssHash: sha256(css),
    pictureOrigins: partner.settings.contentPictureOrigins,
    files,
  }
}

function compressedOnce(content: Buffer): () => Promise<Buffer> {
  let compressed: Promise<Buffer> | undefined
  return () => {
    compressed ??= compressBest(content)
    return compressed
  }
}

/** The console ends an emulation as a partner's own administration does, without being in its settings. */
function withConsole(partner: BrowserPartner, consoleOrigins: readonly string[]): BrowserPartner {
  const emulationOrigins = [...partner.settings.emulationOrigins, ...consoleOrigins]
  return { ...partner, settings: { ...partner.settings, emulationOrigins } }
}
