import { parseArgs } from 'node:util'
import type { Context } from '../../../context.ts'
import { hideReview, keepReview } from '../../../features/reviews/review-reports.service.ts'
import { listReportedReviews } from '../../../features/reviews/reviews.read.ts'
import type { World } from '../../../world.ts'
import { commandServices, partnerNamed } from '../../command-context.ts'
import type { Caller, Command } from '../../control.ts'
import { counted } from '../../counted.ts'

export const usage =
  'npm run reviews -- list    [--partner SLUG]\n' +
  'npm run reviews -- hide ID [--partner SLUG] --reason TEXT\n' +
  'npm run reviews -- keep ID [--partner SLUG]\n' +
  '  A review that is hidden is hidden at every partner, and no longer counts.'

export const listReviewsCommand: Command = async (world, args, caller) => {
  const { ctx, id } = readArguments(world, args, caller)
  if (id !== '') throw new Error(usage)
  const reviews = await listReportedReviews(ctx.db, ctx.partner.slug)
  for (const { id: reviewId, merchantName, authorName, rating, body, reports } of reviews) {
    caller.print(`${reviewId}  ${merchantName}: ${rating} of 5 by ${authorName}`)
    caller.print(`  "${oneLine(body)}"`)
    for (const { email, reason } of reports) caller.print(`  reported by ${email}: ${oneLine(reason)}`)
  }
  caller.print(`${counted(reviews.length, 'reported review')}.`)
  return 0
}

export const hideReviewCommand: Command = async (world, args, caller) => {
  const { ctx, id, reason } = readArguments(world, args, caller)
  if (id === '' || reason === '') throw new Error(usage)
  await hideReview(ctx, { reviewId: id, reason })
  caller.print(`Review ${id} is hidden, and the restaurant's rating counts without it.`)
  return 0
}

export const keepReviewCommand: Command = async (world, args, caller) => {
  const { ctx, id } = readArguments(world, args, caller)
  if (id === '') throw new Error(usage)
  await keepReview(ctx, id)
  caller.print(`Review ${id} stays.`)
  return 0
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

function readArguments(world: World, args: readonly string[], caller: Caller) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      partner: { type: 'string', default: world.env.defaultPartner },
      reason: { type: 'string', default: '' },
    },
  })
  const partner = partnerNamed(world, values.partner)
  if (positionals.length > 1) throw new Error(usage)
  const ctx: Context = { ...commandServices(world, caller), partner }
  return { ctx, id: positionals[0] ?? '', reason: values.reason.trim() }
}
