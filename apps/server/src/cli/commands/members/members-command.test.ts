import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSession } from '../../../features/identity/sessions/sessions.service.ts'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { World } from '../../../world.ts'
import {
  cancelErasureCommand,
  changeMemberNumberCommand,
  eraseMemberCommand,
  exportMemberCommand,
  signOutMemberCommand,
} from './members-command.ts'

test('export, sign out, number, erase, cancel and erase now: by email, each recorded as the operator’s', async () => {
  const app = await createTestApp()
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  const { gateways } = app.context(partner)
  const world = {
    database: app.database,
    clock: app.clock,
    partners: app.partners,
    gateways,
    env: { defaultPartner: 'skyward' },
  } as unknown as World
  const folder = mkdtempSync(join(tmpdir(), 'dw-members-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lines: string[] = []
  const actor = { kind: 'system', name: 'ada' } as const
  const caller = { cwd: folder, print: (line: string) => lines.push(line), actor }
  const args = ['--partner', partner.slug, '--member', member.email]

  await exportMemberCommand(world, [...args, '--file', 'out.json'], caller)
  expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).member.email).toBe(member.email)
  await startSession(app.context(partner), { memberId: member.id, remember: false })
  await signOutMemberCommand(world, args, caller)
  expect(
    await app.database.db.selectFrom('sessions').selectAll().where('memberId', '=', member.id).execute(),
  ).toEqual([])
  await changeMemberNumberCommand(world, [...args, '--number', '402815637'], caller)
  await expect(changeMemberNumberCommand(world, [...args, '--number', 'x'], caller)).rejects.toThrow('"x"')
  const other = ['--partner', partner.slug, '--member', (await newMember(app, partner)).email]
  await expect(changeMemberNumberCommand(world, [...other, '--number', '402815637'], caller)).rejects.toThrow(
    "another member's",
  )
  await eraseMemberCommand(world, args, caller)
  await cancelErasureCommand(world, args, caller)
  await expect(cancelErasureCommand(world, args, caller)).rejects.toThrow('is not to be erased')
  await eraseMemberCommand(world, [...args, '--now'], caller)
  await expect(eraseMemberCommand(world, args, caller)).rejects.toThrow('No member of')
  await expect(exportMemberCommand(world, ['--partner', 'none', '--member', 'x'], caller)).rejects.toThrow()
  const entries = await app.database.db
    .selectFrom('auditLog')
    .select(['action', 'actor'])
    .where('subject', '=', member.id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual(
    [
      'account.exported',
      'credentials.sessions_ended',
      'credentials.member_number_changed',
      'account.erasure_requested',
      'account.erasure_canceled',
      'account.erased',
    ].map(action => ({
      action,
      actor: 'ada',
    })),
  )
})
