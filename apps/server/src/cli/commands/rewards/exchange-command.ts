import { parseArgs } from 'node:util'
import { postAccrualsSend } from '@dineward/core/console-finance/accruals.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import type { Context } from '../../../context.ts'
import { listOpenAccruals } from '../../../features/settlement/accruals.repository.ts'
import { receiveAnswers, type TakenAnswer } from '../../../features/settlement/receive-answers.service.ts'
import type { SentFile } from '../../../features/settlement/send-accruals.service.ts'
import type { World } from '../../../world.ts'
import { callConsole, commandServices, partnerNamed } from '../../command-context.ts'
import type { Caller, Command } from '../../control.ts'

export const usage =
  'npm run exchange -- list    [--partner SLUG]\n' +
  'npm run exchange -- send    [--partner SLUG]\n' +
  'npm run exchange -- receive [--partner SLUG]\n' +
  '  What is above the limit of one person waits for another, who approves it in the console.'

export const sendAccrualsCommand: Command = async (world, args, caller) => {
  for (const partner of settlingPartners(world, args)) {
    const answer = await callConsole(world, caller, postAccrualsSend, { body: { partner: partner.slug } })
    if (answer) printSent(caller, partner, (answer as ContractResponse<typeof postAccrualsSend>).sent)
  }
  return 0
}

/** Exit code 1 when a file or a line was refused, or an answer could not be read. */
export const receiveAnswersCommand: Command = async (world, args, caller) => {
  let hasProblems = false
  for (const partner of settlingPartners(world, args)) {
    const taken = await receiveAnswers(settlementContext(world, partner, caller))
    printTaken(caller, partner, taken)
    hasProblems ||= taken.some(({ problems, failure }) => failure !== null || problems.length > 0)
  }
  return hasProblems ? 1 : 0
}

/** What the partner has not answered, and what it rejected. */
export const listAccrualsCommand: Command = async (world, args, { print }) => {
  for (const { slug } of settlingPartners(world, args)) {
    const open = await listOpenAccruals(world.database.db, slug)
    for (const { fileId, state, code, rows, units, sentAt } of open)
      print(
        `${fileId}  ${state} ${code ?? ''}  ${rows} rows, ${units} units  ${sentAt?.toISOString() ?? 'not sent'}`,
      )
    if (open.length === 0) print(`${slug}: everything is confirmed.`)
  }
  return 0
}

/** Of `--partner`, else all that are told by file or HTTP. */
export function settlingPartners({ partners }: World, args: readonly string[]): readonly Partner[] {
  const { values } = parseArgs({ args: [...args], options: { partner: { type: 'string' } } })
  if (values.partner === undefined)
    return partners.all().filter(partner => settlementChannel(partner) !== null)
  const partner = partnerNamed({ partners }, values.partner)
  if (settlementChannel(partner) === null)
    throw new Error(`${partner.slug} is not told: it pays rewards itself, or settlement.via is "none".`)
  return [partner]
}

export function settlementContext(
  world: World,
  partner: Partner,
  caller: Caller,
): Context & { readonly origin: string } {
  return { ...commandServices(world, caller), partner, origin: world.partners.siteOf(partner) }
}

export function printSent({ print }: Caller, { slug }: Partner, sent: readonly SentFile[]): void {
  for (const { fileId, rows, units } of sent) print(`${slug}: sent ${fileId}, ${rows} rows, ${units} units.`)
  if (sent.length === 0) print(`${slug}: nothing to send.`)
}

export function printTaken({ print }: Caller, { slug }: Partner, taken: readonly TakenAnswer[]): void {
  for (const { name, confirmed, rejected, problems, refused, failure } of taken) {
    const counts = `taken, ${confirmed} confirmed, ${rejected} rejected`
    print(`${slug}: ${name} ${failure ? `not taken: ${failure}` : refused ? 'refused' : counts}.`)
    for (const { line, problem } of problems) print(`  line ${line}: ${problem}`)
  }
  if (taken.length === 0) print(`${slug}: no answers.`)
}
