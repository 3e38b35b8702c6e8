import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildPartner,
  type Partner,
  type PartnerFile,
  partnerFiles,
  problemSentence,
} from '@dineward/core/partner/partner.ts'

/** The message names each invalid file and field, one a line. */
export class PartnerFolderError extends Error {
  readonly sentences: readonly string[]

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'PartnerFolderError'
    this.sentences = sentences
  }
}

/** The result is by slug. An invalid folder is refused as a whole. */
export async function loadPartners(dir: string): Promise<Partner[]> {
  const partners: Partner[] = []
  for (const slug of await partnerSlugs(dir)) partners.push(await loadPartner(dir, slug))
  return partners
}

export async function partnerSlugs(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries
    .filter(
      entry => entry.isDirectory() && /^[a-z][a-z0-9-]*$/.test(entry.name) && entry.name !== 'node_modules',
    )
    .map(entry => entry.name)
    .sort()
}

export async function loadPartner(dir: string, slug: string): Promise<Partner> {
  const sentence = (text: string) => `partners/${slug}/${text}`
  const missing: string[] = []
  const text = async (file: PartnerFile) => {
    const content = await readFile(join(dir, slug, file), 'utf8').catch(() => null)
    if (content === null) missing.push(sentence(`${file}: is missing`))
    return content ?? ''
  }
  const json = async (file: PartnerFile): Promise<unknown> => {
    const content = await text(file)
    if (content === '') return undefined
    try {
      return JSON.parse(content)
    } catch (cause) {
      missing.push(sentence(`${file}: is not valid JSON — ${cause instanceof Error ? cause.message : ''}`))
      return undefined
    }
  }

  const source = {
    slug,
    settings: await json(partnerFiles.settings),
    theme: await json(partnerFiles.theme),
    copy: await json(partnerFiles.copy),
    logo: await text(partnerFiles.logo),
    logoMark: await text(partnerFiles.logoMark),
  }
  if (missing.length > 0) throw new PartnerFolderError(missing)
  const built = buildPartner(source)
  if (!built.ok) {
    throw new PartnerFolderError(built.problems.map(problem => sentence(problemSentence(problem))))
  }
  return built.partner
}
