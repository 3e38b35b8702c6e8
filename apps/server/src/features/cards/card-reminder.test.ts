import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { beforeAll, expect, test } from 'vitest'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { remindMembersWithoutCard } from './card-reminder.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const joinedBefore = (amount: number) => ({ joinedAt: new Date(app.clock.now().getTime() - days(amount)) })
const remind = (partner: Partner) =>
  remindMembersWithoutCard(
    { ...app.context(partner), actor: { kind: 'system', name: 'hourly' } },
    { ...app.partners, all: () => [partner] },
  )
const mails = (partner: Partner) =>
  app.database.db.selectFrom('outgoingMails').selectAll().where('partnerId', '=', partner.slug).execute()

test('member without a card for three days -> one mail with the way to link one', async () => {
  const partner = app.newPartner()
  const { id, email } = await newMember(app, partner, { ...joinedBefore(2.9), emailOptIn: false })
  await remind(partner)
  expect(await mails(partner)).toEqual([])
  app.clock.advance(days(0.2))
  for (let hour = 0; hour < 2; hour++) await remind(partner)
  const [mail, ...more] = await mails(partner)
  expect(mail).toMatchObject({ recipient: email, cause: `card-reminder:${id}` })
  expect(mail!.textBody).toContain(`${app.partners.siteOf(partner)}/add_card`)
  expect(mail!.textBody + mail!.subject).not.toMatch(/\{[a-z ]+\}/)
  expect(more).toEqual([])
})

test('with a card, not joined, closed, unconfirmed, long a member, of another partner -> not reminded', async () => {
  const [partner, other] = [app.newPartner(), app.newPartner()]
  const joined = joinedBefore(4)
  await newLinkedCard(app, await newMember(app, partner, joined))
  await newMember(app, partner, { ...joined, memberType: 'ClosedAccountMember', closedAt: new Date() })
  await newMember(app, partner, { ...joined, memberType: 'NonCardMember' })
  await newMember(app, partner, { ...joined, emailConfirmedAt: null })
  await newMember(app, partner, joinedBefore(40))
  await newMember(app, other, joined)
  await remind(partner)
  expect([...(await mails(partner)), ...(await mails(other))]).toEqual([])
})
