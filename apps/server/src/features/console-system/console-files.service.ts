import type { ExchangeFile, exchangeFolders } from '@dineward/core/console-system/files.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import { inProgram, programContext, slugsOf } from '../../http/serve-console.ts'
import { recordAudit } from '../staff/audit.service.ts'

const shownOfEach = 500

/** The newest come first. */
export async function listExchangeFiles(
  ctx: ConsoleContext,
  { partner }: { partner?: string | undefined },
): Promise<ExchangeFile[]> {
  const { accruals } = ctx.gateways
  const slugs = slugsOf(ctx, partner)
  const programs = ctx.allowed.filter(({ slug }) => slugs.includes(slug))
  const lists = await Promise.all(
    programs.map(async program => {
      const files = (await accruals.listFiles?.(inProgram(ctx, program).partner, shownOfEach)) ?? []
      return files.map(({ folder, name, bytes, changedAt }) => ({
        partner: program.slug,
        folder,
        name,
        bytes,
        changedAt: changedAt.toISOString(),
      }))
    }),
  )
  return lists.flat().toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1))
}

/** @throws `not_found` */
export async function readExchangeFile(
  ctx: ConsoleContext,
  input: { partner: string; folder: (typeof exchangeFolders)[number]; name: string },
): Promise<string> {
  const { partner, ...file } = input
  const program = programContext(ctx, partner)
  const text = (await ctx.gateways.accruals.readFile?.(program.partner, file)) ?? null
  if (text === null) throw new AppError('not_found')
  const subject = `${file.folder}/${file.name}`
  await recordAudit(program, { action: 'exchange.download', subject, partnerId: program.partner.slug })
  return text
}
