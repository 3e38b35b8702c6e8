import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { buttonsWithoutEffect, mainOf, unstyledClasses } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

/* Pages of visitors are in route-table.test.ts. */

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const web = await loadWebBuild(`${root}apps/web/dist`)
const app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
const partner = app.newPartner({ like: 'skyward' })
const { id, partnerId } = await newMember(app, partner)
await newLinkedCard(app, { id, partnerId })
const merchant = await newMerchant(app, partner)
const member = await signedInClient(app, partner, id)

test.each([
  '/',
  '/search',
  '/discover',
  '/merchants/MERCHANT',
  '/merchants/MERCHANT/Order',
  '/earn',
  '/card_added',
  '/add_card',
  '/account/overview',
  '/account/recent_activity',
  '/account/manage_cards',
  '/account/user_profile',
  '/account/favorites',
  '/account/claims',
  '/account/claim',
  '/nowhere',
])(
  'member’s page %s -> has the styles of all of its parts, and no button that waits for script unsaid',
  async path => {
    const { body } = await member.get(path.replace('MERCHANT', merchant.id))
    expect(mainOf(body)).toContain('<h1')
    expect(unstyledClasses(body)).toEqual([])
    expect(buttonsWithoutEffect(body)).toEqual([])
  },
)
