import {
  type ControlledAction,
  controlledActionNames,
  controlledActions,
  defaultRules,
} from '@dineward/core/approvals/approvals.rules.ts'
import { permissions } from '@dineward/core/staff/permissions.ts'
import { type BuiltInRole, builtInRoles } from '@dineward/core/staff/roles.ts'
import Fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { StaffActor } from '../../context.ts'
import { doOrAsk, requireApproval, whyNotDecide } from '../../features/approvals/approvals.service.ts'
import { contextFor, programContext } from '../../http/serve-console.ts'
import { createTestApp } from '../test-app.ts'
import { consoleContracts } from './contracts.ts'

/* docs/approvals.md is made by asking as every role for every action. To write it again: vitest with `-u`. */

const app = await createTestApp()
const { slug } = app.newPartner()
const { log } = Fastify()
const roles = Object.keys(builtInRoles) as BuiltInRole[]
beforeAll(() => app.clock.set('2026-03-10T18:00:00Z'))

let people = 0
function actorOf(role: BuiltInRole): StaffActor {
  people += 1
  const held = permissions.filter(one => (builtInRoles[role] as readonly string[]).includes(one))
  const who = `${role}${people}`
  return {
    kind: 'staff',
    id: who,
    email: `${who}@dineward.example`,
    name: who,
    partners: [slug],
    permissions: held,
    grants: [{ partner: slug, permissions: held }],
    expiresAt: new Date(8.64e15),
  }
}

const services = () => ({ ...app.context(app.partners.bySlug(slug)!), partners: app.partners })
type Services = Parameters<typeof contextFor>[0]

/** Every call that may ask for this action. */
const accessesOf = (action: ControlledAction) =>
  [...consoleContracts].flatMap(([, { approval, access }]) =>
    approval === action && typeof access === 'object' && !('key' in access) ? [access] : [],
  )

let calls = 0
/** @returns what becomes of one call, and the request where it waits */
async function ask(
  actor: StaffActor,
  action: ControlledAction,
  amount: number | null,
): Promise<{ outcome: string; id: string }> {
  const contexts = accessesOf(action).flatMap(access => {
    try {
      // Jobs belong to all programs: the role is tried there as one of all.
      const grants = actor.grants.map(grant => ({ ...grant, partner: null }))
      const isNetwork = 'console' in access && access.scope === 'network'
      const caller = isNetwork ? { ...actor, grants } : actor
      return [contextFor(services() as unknown as Services, { actor: caller, access, log })]
    } catch {
      return []
    }
  })
  if (contexts.length === 0) return { outcome: 'refused', id: '' }
  calls += 1
  const effect = { title: action, lines: [], warnings: [], amount }
  const asked = { action, call: 'POST /test', input: calls, effect, reason: null, key: null }
  return doOrAsk(programContext(contexts[0]!, slug), asked, async () => ({ outcome: 'done', id: '' })).catch(
    (error: { code: string; approvalId: string }) => ({
      outcome: error.code === 'approval_needed' ? 'waits' : error.code,
      id: error.approvalId,
    }),
  )
}

/** No staff asks for it: a key does that `maker` has made. */
async function askByKey(maker: StaffActor, action: ControlledAction): Promise<{ id: string }> {
  const { email, name } = maker
  const actor = {
    kind: 'partner',
    id: 'key',
    name: 'CRM',
    scopes: [],
    createdBy: email,
    dailyRewards: null,
  } as const
  const effect = { title: action, lines: [], warnings: [], amount: null, about: { id: 'key', email, name } }
  const asked = { action, call: 'POST /v1/test', input: 1, effect, reason: null, key: null }
  const asking = doOrAsk({ ...app.context(app.partners.bySlug(slug)!), actor }, asked, async () => null)
  return asking.then(
    () => ({ id: '' }),
    (error: { approvalId: string }) => ({ id: error.approvalId }),
  )
}

async function mayDecide(role: BuiltInRole, id: string): Promise<boolean> {
  const actor = actorOf(role)
  const ctx = contextFor(services() as unknown as Services, { actor, access: { console: 'any' }, log })
  const row = await requireApproval(ctx, id).catch(() => null)
  return row !== null && whyNotDecide(ctx, row) === null
}

async function rowOf(action: ControlledAction): Promise<string> {
  const { perAction } = defaultRules[action]
  const isNever = perAction === 0
  const cells: string[] = []
  const asker = actorOf('admin')
  const request =
    accessesOf(action).length > 0 ? await ask(asker, action, null) : await askByKey(asker, action)
  for (const role of roles) {
    const amounts = isNever ? [null] : [perAction - 1, perAction, perAction + 1]
    const outcomes: string[] = []
    for (const amount of amounts) outcomes.push((await ask(actorOf(role), action, amount)).outcome)
    const decides = (await mayDecide(role, request.id)) ? '; decides' : ''
    cells.push(`${[...new Set(outcomes)].length === 1 ? outcomes[0] : outcomes.join(', ')}${decides}`)
  }
  const ctx = contextFor(services() as unknown as Services, { actor: asker, access: { console: 'any' }, log })
  expect(whyNotDecide(ctx, await requireApproval(ctx, request.id))).toContain('another person decides')
  const { name, measure } = controlledActions[action]
  const unit = measure === 'cents' ? 'cents' : measure === 'times' ? 'times' : 'units'
  return `| ${name} | ${isNever ? 'never alone' : `${perAction} ${unit}`} | ${cells.join(' | ')} |`
}

const introduction = `# Who does, asks for and decides what moves money

<!-- Made by apps/server/src/testing/access/approval-document.test.ts, which asks as every role for every action. -->

Each role of the product in one program, by the limits that hold until two people change them
([what takes two people](operating.md#what-takes-two-people)). Three words are for an amount one below the limit of one action, at
it, and one above it; one word is for all three. \`waits\`: another person decides. \`refused\`: the role has no call for it,
or only keys of the partner API have one.
\`decides\`: it may approve what someone else asked for, never its own. A program's own roles are given by two people.

`

test('docs/approvals.md: every role, every action, below, at and above the limit', async () => {
  const rows: string[] = []
  for (const action of controlledActionNames) rows.push(await rowOf(action))
  const table = `| What | One person's limit | ${roles.join(' | ')} |\n|${' --- |'.repeat(roles.length + 2)}\n${rows.join('\n')}\n`
  await expect(introduction + table).toMatchFileSnapshot('../../../../../docs/approvals.md')
})
