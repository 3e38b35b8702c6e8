import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { Asset } from '../../features/web-assets/web-assets.service.ts'
import type { Brand } from '../brand.ts'
import { appPicturesOf } from './app-icons.ts'

/** These are scripts, styles and data of a build; each process compresses them itself. */
export async function assetsOfBuild(assetsDir: string): Promise<Asset[]> {
  const files = await readdir(assetsDir)
  return files
    .filter(file => !/\.(br|gz)$/.test(file))
    .map(file => ({ file: `assets/${file}`, content: () => readFile(join(assetsDir, file)) }))
}

/** What a partner's pages name, but for the settings: of these every process has the current ones. */
export function assetsOfBrand({ slug }: Partner, { files }: Pick<Brand, 'files'>): Asset[] {
  return [...files]
    .filter(([file]) => extname(file) !== '.json')
    .map(([file, { content }]) => ({ file: brandAsset(slug, file), content: async () => content }))
}

/** Drawn where no process of this build has done it. */
export function picturesOfBrand(partner: Partner): Asset[] {
  const { icons, social } = appPicturesOf(partner)
  return [...icons, social].map(picture => ({
    file: brandAsset(partner.slug, picture.file),
    content: () => picture.content(),
  }))
}

export const brandAsset = (slug: string, file: string): string => `brand/${slug}/${file}`

const types = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
} satisfies Record<string, string>

export const typeOf = (file: string): string => lookUp(types, extname(file)) ?? 'application/octet-stream'
