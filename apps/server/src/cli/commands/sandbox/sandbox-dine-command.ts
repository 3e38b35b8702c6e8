import { parseArgs } from 'node:util'
import { cardNetworks } from '@dineward/core/rewards/reports/networks.rules.ts'
import { parseCents } from '@dineward/core/shared/money.ts'
import { webhookSecrets } from '../../../env/env-secrets.ts'
import {
  planSandboxDine,
  sendSandboxDine,
} from '../../../features/card-events/sandbox/sandbox-dine.service.ts'
import { partnerNamed } from '../../command-context.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run sandbox -- dine --partner SLUG --member EMAIL --merchant ID --amount 42.50\n' +
  '  [--tip 8.00] [--at 2026-03-01T19:30:00Z] [--no-clearing] [--refund 10.00]\n' +
  `  [--network ${cardNetworks.join('|')}]`

/** It plays the card network and sends the running server the signed events of one dine. */
export const sandboxDineCommand: Command = async (world, args, { print }) => {
  const { env, database, clock } = world
  if (env.production) throw new Error('The sandbox plays the card network and is not there in production.')
  const { values } = parseArgs({
    args: [...args],
    options: {
      partner: { type: 'string', default: env.defaultPartner },
      member: { type: 'string' },
      merchant: { type: 'string' },
      amount: { type: 'string' },
      tip: { type: 'string', default: '0' },
      refund: { type: 'string', default: '0' },
      at: { type: 'string' },
      'no-clearing': { type: 'boolean', default: false },
      network: { type: 'string', default: cardNetworks[0] },
    },
  })
  const { member, merchant, at } = values
  if (!member || !merchant) throw new Error(usage)
  const { slug: partner } = partnerNamed(world, values.partner)
  const when = at === undefined ? undefined : new Date(at)
  if (when && Number.isNaN(when.getTime())) throw new Error(`--at is "${at}"; it is an ISO time.\n${usage}`)

  const name = cardNetworks.find(each => each === values.network)
  if (!name)
    throw new Error(`--network is "${values.network}"; it is ${cardNetworks.join(' or ')}.\n${usage}`)
  const secrets = webhookSecrets(env.secrets)[name]
  const network = { name, publicUrl: env.publicUrl, webhookSecrets: secrets }
  const requests = await planSandboxDine({ db: database.db, clock }, network, {
    partner,
    memberEmail: member,
    merchantId: merchant,
    amountCents: cents('--amount', values.amount),
    tipCents: cents('--tip', values.tip),
    refundCents: cents('--refund', values.refund),
    noClearing: values['no-clearing'],
    ...(when ? { at: when } : {}),
  })
  await sendSandboxDine(requests)
  for (const { event } of requests) print(`sent ${event}`)
  return 0
}

function cents(option: string, text: string | undefined): number {
  const amount = text === undefined ? null : parseCents(text)
  if (amount === null || amount < 0)
    throw new Error(`${option} is "${text ?? ''}"; it is dollars, such as 42.50.\n${usage}`)
  return amount
}
