import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import type { PartnerRegistry } from './partner-registry.service.ts'

type Display = Theme['display']

/** The build cuts a file for each folder, which its slug names. Programs share them. */
export interface DisplayFace {
  readonly of: string
  readonly display: Display
}

/** @param partners folders come first, and programs that were made from their themes later. */
export function displayFaces(partners: Pick<PartnerRegistry, 'all'>): DisplayFace[] {
  const faces = new Map<string, DisplayFace>()
  for (const { source } of partners.all()) {
    const { display } = source.theme as Theme
    if (!faces.has(keyOf(display))) faces.set(keyOf(display), { of: source.slug, display })
  }
  return [...faces.values()]
}

/** It is null where the build has no such face. */
export function faceOf(partners: Pick<PartnerRegistry, 'all'>, { display }: Theme): DisplayFace | null {
  return displayFaces(partners).find(face => keyOf(face.display) === keyOf(display)) ?? null
}

const keyOf = ({ package: name, file, weight }: Display): string => `${name} ${file} ${weight}`
