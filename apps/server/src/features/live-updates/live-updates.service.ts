import { Readable } from 'node:stream'
import { type Clock, minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { MemberContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { type MemberKey, selectLiveSessions, selectVersions } from './live-updates.read.ts'

export async function currentVersion(ctx: MemberContext): Promise<string> {
  const [row] = await selectVersions(ctx.db, [{ partnerId: ctx.partner.slug, memberId: ctx.actor.id }])
  if (!row) throw new AppError('unauthorized')
  return row.version
}

/** Whose stream it is. `sessionId`: it ends with this session. */
export interface Follower extends MemberKey {
  readonly sessionId: string
}

interface OpenStream {
  readonly member: Follower
  readonly stream: Readable
  /** The last that was sent. */
  version: string
}

/** A browser opens one. The next one is told to ask again and again instead. */
const streamsPerMember = 5
/** A stream ends, and the browser opens the next one. */
const longestMs = minutes(10)
const pollMs = 2_000
/** Proxies close what is silent for long. */
const commentMs = 20_000

export interface LiveUpdates {
  /** Server-sent events. @throws `rate_limited` past five of one member. */
  open(member: Follower, version: string): Readable
  /** Two statements for all streams; none without. Ends those whose session has ended. */
  poll(): Promise<void>
  /** Ends every stream, and the timer. */
  close(): void
}

/** Polls instead of `LISTEN`: what changes rewards, in any process, need not know of it, and commits do not wait. */
export function createLiveUpdates(db: Db, clock: Clock, log: Pick<FastifyBaseLogger, 'warn'>): LiveUpdates {
  const streams = new Set<OpenStream>()
  let timer: NodeJS.Timeout | null = null
  let sentCommentAt = 0

  async function poll(): Promise<void> {
    if (streams.size === 0) return
    const sessions = [...streams].map(({ member }) => member.sessionId)
    const live = await selectLiveSessions(db, sessions, clock.now())
    for (const open of streams) {
      if (live.has(open.member.sessionId)) continue
      streams.delete(open)
      open.stream.push(null)
    }
    const versions = new Map(
      (await selectVersions(db, membersOf(streams))).map(row => [keyOf(row), row.version]),
    )
    for (const open of streams) {
      const version = versions.get(keyOf(open.member))
      if (version === undefined || version === open.version) continue
      open.version = version
      open.stream.push(eventOf(version))
    }
  }

  function schedule(): void {
    timer ??= setTimeout(async () => {
      if (performance.now() - sentCommentAt > commentMs) {
        sentCommentAt = performance.now()
        for (const { stream } of streams) stream.push(':\n\n')
      }
      await poll().catch(error => log.warn({ err: error }, 'live updates cannot be read'))
      timer = null
      if (streams.size > 0) schedule()
    }, pollMs).unref()
  }

  return {
    open(member, version) {
      const ofMember = [...streams].filter(open => keyOf(open.member) === keyOf(member))
      if (ofMember.length >= streamsPerMember) throw new AppError('rate_limited')
      const stream = new Readable({ read() {} })
      const open = { member, stream, version }
      const end = setTimeout(() => stream.push(null), longestMs).unref()
      stream.on('close', () => {
        clearTimeout(end)
        streams.delete(open)
      })
      streams.add(open)
      stream.push(eventOf(version))
      schedule()
      return stream
    },
    poll,
    close() {
      if (timer) clearTimeout(timer)
      for (const { stream } of streams) stream.push(null)
    },
  }
}

const eventOf = (version: string) => `data: ${version}\n\n`
const keyOf = ({ partnerId, memberId }: MemberKey) => `${partnerId} ${memberId}`

function membersOf(streams: Iterable<OpenStream>): MemberKey[] {
  return [...new Map([...streams].map(({ member }) => [keyOf(member), member])).values()]
}
