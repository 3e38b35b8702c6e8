/*
 * Keeps a copy of the program's members in `crm.json`, as a CRM would: the first run reads the list, later runs read what
 * happened since. Run it as often as you like:
 *   API=http://api.localhost:3000 KEY=dw_test_… node examples/crm-sync.ts
 * The key needs members:read and events:read.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { allOf, createClient, type paths } from '@dineward/api-client'

type Member = paths['/v1/members']['get']['responses'][200]['content']['application/json']['items'][number]

interface Copy {
  /** Where the next run begins to read events. */
  cursor: string | null
  members: Record<string, Member>
}

const { API = 'http://api.localhost:3000', KEY = '', FILE = 'crm.json' } = process.env
const client = createClient({ baseUrl: API, key: KEY })
const types = 'member.enrolled,member.updated,member.closed,member.reopened,member.erased,tier.changed'
const copy: Copy = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { cursor: null, members: {} }

const isFirst = copy.cursor === null
let read = await readEvents(!isFirst)
if (isFirst) {
  // What changes while the list is read comes as an event of the next run.
  const list = allOf(cursor =>
    client.GET('/v1/members', { params: { query: { limit: 200, ...(cursor ? { cursor } : {}) } } }),
  )
  read = 0
  for await (const member of list) read += keep(member)
}
writeFileSync(`${FILE}.part`, JSON.stringify(copy, null, 2))
renameSync(`${FILE}.part`, FILE)
console.log(
  `${read} ${isFirst ? 'members' : 'events'} read, ${Object.keys(copy.members).length} members kept.`,
)

/** @param isKept false: only the place after the newest event is wanted. */
async function readEvents(isKept: boolean): Promise<number> {
  let count = 0
  for (;;) {
    const query = { types, limit: 200, ...(copy.cursor ? { cursor: copy.cursor } : {}) }
    const { data } = await client.GET('/v1/events', { params: { query } })
    for (const event of data!.items) {
      count += 1
      const { data: member } = event as { data: Member }
      if (!isKept || !member?.id) continue
      if (event.type === 'member.erased') delete copy.members[member.id]
      else keep(member)
    }
    copy.cursor = data!.nextCursor ?? copy.cursor
    if (data!.items.length < query.limit) return count
  }
}

function keep(member: Member): number {
  copy.members[member.id] = member
  return 1
}
