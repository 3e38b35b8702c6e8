import { join } from 'node:path'
import { promisedNumberProblems, textsOfPartner } from '@dineward/core/content/promised-numbers.rules.ts'
import { readBundledContent } from '../apps/server/src/features/content/bundled-content.service.ts'
import {
  loadPartner,
  PartnerFolderError,
  partnerSlugs,
} from '../apps/server/src/features/partner/load-partners.service.ts'
import { findAppPictureProblems } from '../apps/server/src/ssr/files/app-icons.ts'

/** It validates every partner folder, drafts too. The exit code is 1 when one fails. */
const dir = join(import.meta.dirname, '..', 'partners')

for (const slug of await partnerSlugs(dir)) {
  try {
    const partner = await loadPartner(dir, slug)
    const content = await readBundledContent(dir, slug)
    const problems = [
      ...(await findAppPictureProblems(partner)),
      ...content.problems.map(sentence => `content: ${sentence}`),
      ...promisedNumberProblems(partner, textsOfPartner(partner, content.content)),
    ]
    if (problems.length > 0) throw new PartnerFolderError(problems.map(text => `partners/${slug}/${text}`))
    const { settings, copyOverrides } = partner
    const words = Object.keys(copyOverrides).length
    const entries = Object.values(content.content).flat().length
    console.log(
      `ok   ${slug}: ${settings.programName}, ${settings.enrollmentType} enrollment, ${words} texts of its own, ${entries} entries`,
    )
  } catch (cause) {
    if (!(cause instanceof PartnerFolderError)) throw cause
    console.log(`FAIL ${slug}`)
    for (const sentence of cause.sentences) console.log(`     ${sentence}`)
    process.exitCode = 1
  }
}
