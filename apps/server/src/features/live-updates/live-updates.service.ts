import { Readable } from 'node:stream'
import { type Clock, minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { MemberContext } from '../../context.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/open-database.ts'
import { type Follower, type MemberKey, selectLiveSessions, selectVersions } from './live-updates.read.ts'

export async function currentVersion(ctx: MemberContext): Promise<string> {
  const [row] = await selectVersions(ctx.db, [{ partnerId: ctx.partner.slug, memberId: ctx.actor.id }])
  if (!row) throw new AppError('unauthorized')
  return row.version
}

interface OpenStream {
  readonly member: Follower
  readonly stream: Readable
  /** The last that was sent. */
  version: string | null
}

/** A browser opens one. The next one is told to ask again and again instead. */
const streamsPerMember = 5
/** A stream ends, and the browser opens the next one. */
const longestMs = minutes(10)
/** What a connection that passes no notifications on, such as one of a pooler in transaction mode, keeps back so long. */
const slowPollMs = 30_000
/** Where nothing is announced. */
const fastPollMs = 2_000
/** Proxies close what is silent for long. */
const commentMs = 20_000

export interface LiveUpdates {
  /** The server-sent events are the version, then each new one. @throws `rate_limited` past five of one member. */
  open(member: Follower): Readable
  /**
   * Sends the versions of these members ("PARTNER MEMBER", null: of all) that are followed here, where they are new, and
   * ends streams whose session has ended. Two statements for all of them; none without.
   */
  look(members: ReadonlySet<string> | null): Promise<void>
  /** Ends every stream, and the timers. */
  close(): void
}

export interface FollowsChanges {
  /** It is absent with the embedded database, which is asked often instead. */
  readonly changes?: Changes | null
}

interface LiveUpdateOptions extends FollowsChanges {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly pollMs?: number
}

/** Looks at who is announced, and now and then at all of them. */
export function createLiveUpdates(options: LiveUpdateOptions): LiveUpdates {
  const { db, clock, log, changes } = options
  const { pollMs = changes ? slowPollMs : fastPollMs } = options
  const streams = new Set<OpenStream>()
  const timers: NodeJS.Timeout[] = []
  /** Whom to look at next; null: all. */
  let due: Set<string> | null = new Set()
  let looking: Promise<void> | null = null

  function look(members: ReadonlySet<string> | null): Promise<void> {
    due = members && due ? new Set([...due, ...members]) : null
    looking ??= lookAtDue().finally(() => {
      looking = null
    })
    return looking
  }

  /** One after the other, so that the version sent last is the newest. */
  async function lookAtDue(): Promise<void> {
    while (due?.size !== 0) {
      const members = due
      due = new Set()
      const followed = [...streams].filter(({ member }) => members?.has(keyOf(member)) ?? true)
      if (followed.length === 0) continue
      await sendVersions(followed).catch(error => log.warn({ err: error }, 'live updates cannot be read'))
    }
  }

  async function sendVersions(followed: readonly OpenStream[]): Promise<void> {
    const followers = followed.map(({ member }) => member)
    const live = await selectLiveSessions(db, followers, clock.now())
    for (const open of followed) {
      if (!live.has(open.member.sessionId)) finish(open)
    }
    const members = membersOf(followed.filter(open => streams.has(open)))
    const versions = new Map((await selectVersions(db, members)).map(row => [keyOf(row), row.version]))
    for (const open of followed) {
      const version = versions.get(keyOf(open.member))
      if (version === undefined || version === open.version || !streams.has(open)) continue
      open.version = version
      open.stream.push(eventOf(version))
    }
  }

  /** Nothing may be pushed once it has ended, also while its browser has not read that. */
  function finish(open: OpenStream): void {
    if (streams.delete(open)) open.stream.push(null)
  }

  function start(): void {
    if (timers.length > 0) return
    const comment = () => {
      for (const { stream } of streams) stream.push(':\n\n')
    }
    timers.push(setInterval(() => void look(null), pollMs).unref(), setInterval(comment, commentMs).unref())
  }

  function stop(): void {
    for (const timer of timers.splice(0)) clearInterval(timer)
  }

  changes?.on('members', members => void look(members))

  return {
    open(member) {
      const ofMember = [...streams].filter(open => keyOf(open.member) === keyOf(member))
      if (ofMember.length >= streamsPerMember) throw new AppError('rate_limited')
      const stream = new Readable({ read() {} })
      const open: OpenStream = { member, stream, version: null }
      const end = setTimeout(() => finish(open), longestMs).unref()
      stream.on('close', () => {
        clearTimeout(end)
        streams.delete(open)
        if (streams.size === 0) stop()
      })
      streams.add(open)
      start()
      // Read when it is followed already: what changes meanwhile is not missed.
      void look(new Set([keyOf(member)]))
      return stream
    },
    look,
    close() {
      stop()
      for (const open of streams) finish(open)
    },
  }
}

const eventOf = (version: string) => `data: ${version}\n\n`
const keyOf = ({ partnerId, memberId }: MemberKey) => `${partnerId} ${memberId}`

function membersOf(streams: Iterable<OpenStream>): MemberKey[] {
  return [...new Map([...streams].map(({ member }) => [keyOf(member), member])).values()]
}
