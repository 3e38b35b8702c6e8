import type { ConsoleContext } from '../../context.ts'
import { slugsOf } from '../../http/serve-console.ts'

/** Null means every row, also those of no program and of programs that are gone. @throws `not_found` */
export function visiblePartners(ctx: ConsoleContext, asked: string | undefined): readonly string[] | null {
  return ctx.isNetworkWide && asked === undefined ? null : slugsOf(ctx, asked)
}
