import { dineRules } from '@dineward/core/rewards/dines/dine.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Actor } from '../../context.ts'
import { recordAudit } from '../staff/audit.service.ts'
import type { RewardServices } from './load/resolve-events.service.ts'
import { lockMember } from './load/snapshot-members.read.ts'
import { redecideDines } from './process-events.service.ts'
import {
  type DineOutcome,
  type MemberKey,
  selectMembersOfOtherVersions,
  selectMerchantsOfOtherVersions,
  selectOutcomes,
} from './rule-versions.read.ts'

export interface DineDifference extends MemberKey {
  readonly before: DineOutcome
  readonly after: DineOutcome
}

export interface MovedDines {
  /** These dines were of another version until now. */
  readonly dines: number
  readonly members: number
  readonly changed: number
  /** What members have more than before. */
  readonly units: number
}

interface MoveServices extends RewardServices {
  readonly actor: Actor
}

interface Move {
  readonly partnerId: string
  readonly version: number
  readonly dryRun: boolean
  readonly report: (difference: DineDifference) => void
}

const batchSize = 100

/**
 * Decide all dines of other versions by this one, with the inputs that are stored with them, and post the differences: a
 * member each transaction, so that a run that ended early continues where it was. A dry run posts the same, then rolls
 * back. @throws for an unknown version.
 */
export async function moveDinesToVersion(services: MoveServices, move: Move): Promise<MovedDines> {
  const { partnerId, version } = move
  if (!dineRules.has(version))
    throw new AppError('validation_failed', {
      message: `There is no version ${version} of the rules. There are: ${[...dineRules.keys()].join(', ')}.`,
    })
  let moved: MovedDines = { dines: 0, members: 0, changed: 0, units: 0 }
  let after = ''
  for (;;) {
    const page = { version, after, limit: batchSize }
    const memberIds = await selectMembersOfOtherVersions(services.db, partnerId, page)
    for (const memberId of memberIds) moved = await moveMember(services, { partnerId, memberId }, move, moved)
    if (memberIds.length < batchSize) return moved
    after = memberIds.at(-1)!
  }
}

async function moveMember(
  services: MoveServices,
  member: MemberKey,
  { version, dryRun, report }: Move,
  soFar: MovedDines,
): Promise<MovedDines> {
  const trx = await services.db.startTransaction().execute()
  try {
    await lockMember(trx, member)
    const places = await selectMerchantsOfOtherVersions(trx, member, version)
    const before = await selectOutcomes(trx, member)
    for (const { merchantId } of places)
      await redecideDines({ ...services, db: trx }, { ...member, merchantId }, dine => ({
        ...dine,
        ruleVersion: version,
      }))
    const differences = differencesOf(member, before, await selectOutcomes(trx, member))
    const units = differences.reduce((sum, { before, after }) => sum + after.units - before.units, 0)
    const dines = places.reduce((sum, place) => sum + place.dines, 0)
    const { memberId, partnerId } = member
    if (dines > 0)
      await recordAudit(
        { ...services, db: trx },
        { action: 'rewards.redecide', subject: memberId, partnerId, after: { version, dines, units } },
      )
    if (dryRun) await trx.rollback().execute()
    else await trx.commit().execute()
    for (const difference of differences) report(difference)
    return {
      dines: soFar.dines + dines,
      members: soFar.members + Number(dines > 0),
      changed: soFar.changed + differences.length,
      units: soFar.units + units,
    }
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}

function differencesOf(
  member: MemberKey,
  before: ReadonlyMap<string, DineOutcome>,
  after: ReadonlyMap<string, DineOutcome>,
): DineDifference[] {
  return [...before.values()].flatMap(was => {
    const is = after.get(was.id)!
    const isSame = was.status === is.status && was.reasonCode === is.reasonCode && was.units === is.units
    return isSame ? [] : [{ ...member, before: was, after: is }]
  })
}
