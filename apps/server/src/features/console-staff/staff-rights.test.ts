import { describe, expect, test } from 'vitest'
import { consoleClient, newConsoleStaff, signedInToConsole } from '../../testing/access/console-for-test.ts'
import { mailTexts } from '../../testing/mail-texts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { approveAs } from '../approvals/approvals-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const reason = 'As agreed.'
const path = '/api/Console/Staff'
const newEmail = () => `${app.newPartner().slug}@dineward.example`

const accountOf = async (client: TestClient, id: string) =>
  (await client.get(path)).json().items.find((one: { id: string }) => one.id === id)

describe('rights to move money', () => {
  const scene = async () => {
    const { slug } = app.newPartner()
    const asker = await newConsoleStaff(app, 'admin', slug)
    const { id } = await newConsoleStaff(app, 'viewer', slug)
    const [client, second] = [await signedInToConsole(app, asker.id), await consoleClient(app, 'admin', slug)]
    const rolesOf = async (staffId = id) =>
      (await db.selectFrom('staffRoles').select('role').where('staffId', '=', staffId).execute())
        .map(({ role }) => role)
        .toSorted()
    const put = async (roles: readonly string[]) =>
      client.send('PUT', `${path}/${id}/Roles`, {
        roles: roles.map(role => ({ partner: slug, role })),
        version: (await accountOf(client, id)).version,
        reason,
      })
    return { slug, client, second, id, rolesOf, put }
  }

  test('given -> waits for another who may change staff there; never by who asked, nor by who gets them', async () => {
    const { slug, client, second, id, rolesOf, put } = await scene()
    const asked = await put(['viewer', 'finance'])
    expect([asked.statusCode, asked.json().code]).toEqual([202, 'approval_needed'])
    const { approvalId } = asked.json()
    expect((await approveAs(client, approvalId)).statusCode).toBe(403)
    await db.insertInto('staffRoles').values({ partnerId: slug, staffId: id, role: 'admin' }).execute()
    const own = (await (await signedInToConsole(app, id)).get(`/api/Console/Approvals/${approvalId}`)).json()
    expect(own.approval).toMatchObject({
      mayDecide: false,
      whyNot: expect.stringContaining('your own rights'),
    })
    await db.deleteFrom('staffRoles').where('staffId', '=', id).where('role', '=', 'admin').execute()
    const outsider = await consoleClient(app, 'admin', app.newPartner().slug)
    const finance = await consoleClient(app, 'finance', slug)
    expect((await finance.get(`/api/Console/Approvals/${approvalId}`)).statusCode).toBe(404)
    expect((await outsider.get(`/api/Console/Approvals/${approvalId}`)).statusCode).toBe(404)
    expect(await rolesOf()).toEqual(['viewer'])
    expect((await approveAs(second, approvalId)).statusCode).toBe(200)
    expect(await rolesOf()).toEqual(['finance', 'viewer'])
  })

  test('of all programs -> another administrator of all decides, not one of a program', async () => {
    const { slug, id, rolesOf } = await scene()
    const all = await consoleClient(app, 'admin')
    const { version } = await accountOf(all, id)
    const roles = [{ partner: null, role: 'finance' }]
    const asked = await all.send('PUT', `${path}/${id}/Roles`, { roles, version, reason })
    const at = `/api/Console/Approvals/${asked.json().approvalId}`
    expect((await (await consoleClient(app, 'admin', slug)).get(at)).statusCode).toBe(404)
    expect((await all.get(at)).json().approval).toMatchObject({ partner: null, isOwn: true })
    expect((await approveAs(await consoleClient(app, 'admin'), asked.json().approvalId)).statusCode).toBe(200)
    expect(await rolesOf()).toEqual(['finance'])
  })

  test('taken away, or a role that moves nothing -> at once', async () => {
    const { id, rolesOf, put, client } = await scene()
    await db.updateTable('staffRoles').set({ role: 'finance' }).where('staffId', '=', id).execute()
    expect((await put(['viewer'])).statusCode).toBe(200)
    expect(await rolesOf()).toEqual(['viewer'])
    expect((await client.send('POST', `${path}/${id}/Deactivate`, { reason })).statusCode).toBe(200)
    expect((await client.send('POST', `${path}/${id}/Activate`, { reason })).statusCode).toBe(200)
  })

  test('invitation, or an account that comes back -> no account and no way in before the second person', async () => {
    const { slug, client, second, id } = await scene()
    const email = newEmail()
    const body = { email, name: 'Sam Ortiz', roles: [{ partner: slug, role: 'support' }] }
    const invited = await client.send('POST', `${path}/Invite`, body)
    expect(invited.statusCode).toBe(202)
    expect(await mailTexts(app, email)).toEqual([])
    expect((await approveAs(second, invited.json().approvalId)).statusCode).toBe(200)
    expect(await mailTexts(app, email)).toHaveLength(1)

    await db.updateTable('staffRoles').set({ role: 'support' }).where('staffId', '=', id).execute()
    await client.send('POST', `${path}/${id}/Deactivate`, { reason })
    const back = await client.send('POST', `${path}/${id}/Activate`, { reason })
    expect([back.statusCode, (await accountOf(client, id)).state]).toEqual([202, 'deactivated'])
    expect((await approveAs(second, back.json().approvalId)).statusCode).toBe(200)
    expect((await accountOf(client, id)).state).toBe('active')
  })

  test('roles changed between asking and deciding -> not given over them', async () => {
    const { slug, id, second, rolesOf, put } = await scene()
    const { approvalId } = (await put(['viewer', 'finance'])).json()
    const at = `/api/Console/Approvals/${approvalId}`
    const { digest } = (await second.get(at)).json().approval
    await db.insertInto('staffRoles').values({ partnerId: slug, staffId: id, role: 'content' }).execute()
    const answer = await second.send('POST', `${at}/Approve`, { digest })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed_meanwhile'])
    const { warnings } = (await second.get(at)).json().approval
    expect(warnings).toEqual([expect.stringContaining('cannot be done any more')])
    expect(await rolesOf()).toEqual(['content', 'viewer'])
  })
})
