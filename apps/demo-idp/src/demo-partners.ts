import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPartner, type Partner, type PartnerFile, partnerFiles } from '@dineward/core/partner/partner.ts'

export interface DemoPartner extends Partner {
  readonly clientId: string
}

const folder = join(import.meta.dirname, '../../../partners')

/** These are the shipped partners with single sign-on. */
export async function readDemoPartners(): Promise<DemoPartner[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const read = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(({ name }) => readPartner(name)),
  )
  return read.flatMap(partner => {
    const clientId = partner?.settings.singleSignOn?.clientId
    return partner && clientId ? [{ ...partner, clientId }] : []
  })
}

async function readPartner(slug: string): Promise<Partner | null> {
  const text = (file: PartnerFile) => readFile(join(folder, slug, file), 'utf8').catch(() => '')
  const json = async (file: PartnerFile) => JSON.parse((await text(file)) || '{}')
  const built = buildPartner({
    slug,
    settings: await json(partnerFiles.settings),
    theme: await json(partnerFiles.theme),
    copy: await json(partnerFiles.copy),
    logo: await text(partnerFiles.logo),
    logoMark: await text(partnerFiles.logoMark),
  })
  return built.ok ? built.partner : null
}
