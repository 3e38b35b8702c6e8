import { join } from 'node:path'
import {
  loadPartner,
  PartnerFolderError,
  partnerSlugs,
} from '../apps/server/src/features/partner/load-partners.ts'

/** Proves every partner folder: schema, copy keys and placeholders, contrast, logos. One line each; 1 when one fails. */
const dir = join(import.meta.dirname, '..', 'partners')

for (const slug of await partnerSlugs(dir)) {
  try {
    const { settings, copyOverrides } = await loadPartner(dir, slug)
    const words = Object.keys(copyOverrides).length
    console.log(
      `ok   ${slug}: ${settings.programName}, ${settings.enrollmentType} enrollment, ${words} texts of its own`,
    )
  } catch (cause) {
    if (!(cause instanceof PartnerFolderError)) throw cause
    console.log(`FAIL ${slug}`)
    for (const sentence of cause.sentences) console.log(`     ${sentence}`)
    process.exitCode = 1
  }
}
