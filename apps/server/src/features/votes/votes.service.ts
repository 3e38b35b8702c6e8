import { createHash } from 'node:crypto'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { firstDay, isPossibleDay } from '@dineward/core/reservations/usual-table.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Vote } from '@dineward/core/votes/votes.contract.ts'
import { maxVoteGuests, maxVotes } from '@dineward/core/votes/votes.rules.ts'
import { type Context, type MemberContext, memberOf } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { showList } from '../favorites/lists/lists.service.ts'
import { lockMember } from '../members/members.service.ts'
import { savedMerchants } from '../merchants/saved-merchants.service.ts'
import { selectVote, type VoteRow } from './votes.read.ts'
import {
  clearGuest,
  countVotes,
  deleteVoteRow,
  type GuestRow,
  insertVote,
  lockVote,
  selectGuests,
  selectVotesOf,
  setVoteClosed,
  upsertGuest,
} from './votes.repository.ts'

interface OfVote {
  readonly voteId: string
}

interface OfGuest extends OfVote {
  readonly guestToken: string
}

interface Question {
  readonly listId: string
  readonly merchantIds: readonly string[]
  readonly date: string
  readonly time: string
  readonly partySize: number
}

/** @throws `list_not_found`, `merchant_not_found` of one that is not in the list or left, `vote_limit_reached` */
export async function createVote(ctx: MemberContext, question: Question): Promise<{ voteId: string }> {
  const { listId, merchantIds, date, time, partySize } = question
  const { list, items } = await showList(ctx, { listId })
  const open = new Set(items.filter(({ leftOn }) => leftOn === null).map(({ id }) => id))
  if (!merchantIds.every(id => open.has(id))) throw new AppError('merchant_not_found')
  const now = ctx.clock.now()
  if (!isPossibleDay(date, now, ctx.partner.settings.reservations.maxDaysAhead))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'date', message: 'Choose today or a later day within a year.' }],
    })
  const owner = hostOf(ctx)
  const voteId = newId()
  await ctx.db.transaction().execute(async db => {
    await lockMember({ ...ctx, db }, owner.memberId)
    if ((await countVotes(db, owner)) >= maxVotes) throw new AppError('vote_limit_reached')
    await insertVote(db, {
      ...owner,
      id: voteId,
      name: list.name,
      merchantIds: [...merchantIds],
      dineOn: date,
      dineTime: time,
      partySize,
      createdAt: now,
      closedAt: null,
    })
  })
  return { voteId }
}

export async function listVotes(ctx: MemberContext) {
  const rows = await selectVotesOf(ctx.db, hostOf(ctx))
  return {
    items: rows.map(({ id, name, partySize, guests, ...row }) => ({
      id,
      name,
      date: row.dineOn,
      time: row.dineTime,
      partySize,
      isClosed: hasEnded(ctx, row),
      guests,
    })),
  }
}

/** @throws `vote_not_found` */
export async function showVote(ctx: Context, { voteId, guestToken }: OfGuest): Promise<{ vote: Vote }> {
  const vote = await findVote(ctx, voteId)
  const guests = await selectGuests(ctx.db, keyOf(vote))
  const merchants = await savedMerchants(ctx, vote.merchantIds)
  const isYours = memberOf(ctx)?.id === vote.memberId
  const present = guests.filter(({ removedAt }) => removedAt === null)
  return {
    vote: {
      id: vote.id,
      name: vote.name,
      hostFirstName: vote.firstName,
      isYours,
      date: vote.dineOn,
      time: vote.dineTime,
      partySize: vote.partySize,
      isClosed: hasEnded(ctx, vote),
      places: merchants.map(merchant => ({
        ...merchant,
        votes: present.filter(({ merchantIds }) => merchantIds.includes(merchant.id)).length,
      })),
      guests: present.map(({ id, name }) => (isYours ? { id, name } : { name })),
      ballot: ballotOf(present, tokenHashOf(voteId, guestToken)),
    },
  }
}

interface Ballot extends OfGuest {
  readonly name: string
  readonly merchantIds: readonly string[]
}

/** @throws `vote_not_found`, `vote_closed`, `vote_guest_removed`, `vote_full` */
export async function castBallot(ctx: Context, ballot: Ballot): Promise<{ vote: Vote }> {
  const { voteId, guestToken, name, merchantIds } = ballot
  const key = keyOf(await findVote(ctx, voteId))
  const tokenHash = tokenHashOf(voteId, guestToken)
  await ctx.db.transaction().execute(async db => {
    const vote = await lockVote(db, key)
    if (!vote) throw new AppError('vote_not_found')
    const guests = await selectGuests(db, key)
    const known = guests.find(guest => guest.tokenHash === tokenHash)
    if (known && known.removedAt !== null) throw new AppError('vote_guest_removed')
    if (hasEnded(ctx, vote)) throw new AppError('vote_closed')
    if (!known && guests.length >= maxVoteGuests) throw new AppError('vote_full')
    if (!merchantIds.every(id => vote.merchantIds.includes(id)))
      throw new AppError('validation_failed', {
        fieldErrors: [{ field: 'merchantIds', message: 'has a restaurant that is not in the vote' }],
      })
    await upsertGuest(db, {
      ...key,
      id: newId(),
      tokenHash,
      name,
      merchantIds: [...merchantIds],
      votedAt: ctx.clock.now(),
      removedAt: null,
    })
  })
  return showVote(ctx, { voteId, guestToken })
}

/** Their name is deleted at once. @throws `vote_not_found` of a vote that another member hosts */
export async function removeGuest(
  ctx: MemberContext,
  { voteId, guestId, guestToken }: OfGuest & { readonly guestId: string },
): Promise<{ vote: Vote }> {
  const key = await hostedVote(ctx, voteId)
  await clearGuest(ctx.db, { ...key, guestId, removedAt: ctx.clock.now() })
  return showVote(ctx, { voteId, guestToken })
}

/** @throws `vote_not_found` of a vote that another member hosts */
export async function closeVote(
  ctx: MemberContext,
  { voteId, guestToken }: OfGuest,
): Promise<{ vote: Vote }> {
  const key = await hostedVote(ctx, voteId)
  await setVoteClosed(ctx.db, { ...key, closedAt: ctx.clock.now() })
  return showVote(ctx, { voteId, guestToken })
}

/** Succeeds for votes that do not exist. */
export async function deleteVote(ctx: MemberContext, { voteId }: OfVote): Promise<{ id: string }> {
  await deleteVoteRow(ctx.db, { ...hostOf(ctx), voteId })
  return { id: voteId }
}

async function findVote(ctx: Context, voteId: string): Promise<VoteRow> {
  if (!hasFavorites(ctx.partner)) throw new AppError('not_found')
  const vote = await selectVote(ctx.db, { partnerId: ctx.partner.slug, voteId })
  if (!vote || isClosed(vote)) throw new AppError('vote_not_found')
  return vote
}

async function hostedVote(ctx: MemberContext, voteId: string) {
  const vote = await findVote(ctx, voteId)
  if (vote.memberId !== ctx.actor.id) throw new AppError('vote_not_found')
  return { ...hostOf(ctx), voteId }
}

const keyOf = ({ partnerId, id }: Pick<VoteRow, 'partnerId' | 'id'>) => ({ partnerId, voteId: id })

/** It ends with its day, wherever that ends last. */
const hasEnded = (
  { clock }: Pick<Context, 'clock'>,
  { closedAt, dineOn }: Pick<VoteRow, 'closedAt' | 'dineOn'>,
): boolean => closedAt !== null || dineOn < firstDay(clock.now())

/** A browser's hash differs in each vote, so that its votes cannot be told to be of one person. */
const tokenHashOf = (voteId: string, guestToken: string): string =>
  createHash('sha256').update(`${voteId}:${guestToken}`).digest('base64url')

function ballotOf(guests: readonly GuestRow[], hash: string): Vote['ballot'] {
  const guest = guests.find(({ tokenHash }) => tokenHash === hash)
  return guest ? { name: guest.name, merchantIds: guest.merchantIds } : null
}

function hostOf({ partner, actor: member }: MemberContext) {
  if (!hasFavorites(partner)) throw new AppError('not_found')
  return { partnerId: partner.slug, memberId: member.id }
}
