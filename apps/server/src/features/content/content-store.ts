import {
  type FrameContent,
  frameContentOf,
  type PartnerContent,
} from '@dineward/core/content/frame-content.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { readBundledContent } from './bundled-content.ts'

/** The content of every partner, held in the process. */
export interface ContentStore {
  /** Never fails: content that cannot be had is left out. */
  contentOf(partner: Partner): Promise<PartnerContent>
  /** What stands around every page; the same object for as long as nothing in it has changed. */
  frameOf(partner: Partner): Promise<FrameContent>
}

interface Options {
  readonly partnersDir: string
  /** Says what was left out, once. */
  readonly warn: (sentence: string) => void
}

export function createContentStore({ partnersDir, warn }: Options): ContentStore {
  const loaded = new Map<string, Promise<PartnerContent>>()
  const frames = new Map<Partner, Promise<FrameContent>>()

  // A partner that was made from another's folder reads that folder.
  const contentOf = ({ source }: Partner): Promise<PartnerContent> => {
    const known = loaded.get(source.slug)
    if (known) return known
    const content = readBundledContent(partnersDir, source.slug).then(({ content, problems }) => {
      for (const problem of problems) warn(`content of ${source.slug}: ${problem}`)
      return content
    })
    loaded.set(source.slug, content)
    return content
  }

  return {
    contentOf,
    frameOf(partner) {
      const known = frames.get(partner)
      if (known) return known
      const frame = contentOf(partner).then(content => frameContentOf(content, partner.settings))
      frames.set(partner, frame)
      return frame
    },
  }
}
