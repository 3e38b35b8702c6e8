import type { AccrualFile } from '@dineward/core/settlement/accrual-file.rules.ts'
import type { PartnerAccruals, ReceivedAnswer } from '../../../gateways/accruals/partner-accruals.ts'
import type { PayoutAnswer, PayoutProvider } from '../../../gateways/payouts/payout-provider.ts'
import type { ProviderMood } from './money-oracle-for-test.ts'

/** The partner is in memory. It answers everything that it was told, again and again, when it is asked to. */
export function partnerForLife(isUnknown: (memberNumber: string) => boolean) {
  const files: AccrualFile[] = []
  let answers: ReceivedAnswer[] = []
  const accruals: PartnerAccruals = {
    send: async (_, file) => void files.push(file),
    listAnswers: async () => answers.map(({ name }) => name),
    readAnswer: async (_, name) => answers.find(answer => answer.name === name) ?? null,
    archive: async () => {},
  }
  return {
    accruals,
    unitsOf: (from: number) =>
      files
        .slice(from)
        .flatMap(({ rows }) => rows)
        .reduce((sum, { units }) => sum + units, 0),
    countFiles: () => files.length,
    answerAll(): void {
      answers = files.map(({ id: fileId, rows }) => ({
        name: fileId,
        content: {
          answer: { fileId, rows: rows.map((row, n) => ({ line: n + 2, ...answerTo(row, isUnknown) })) },
        },
      }))
    },
  }
}

function answerTo(
  { id, units, memberNumber }: AccrualFile['rows'][number],
  isUnknown: (number: string) => boolean,
) {
  return isUnknown(memberNumber)
    ? ({ id, units, result: 'rejected', code: 'unknown_member_number' } as const)
    : ({ id, units, result: 'accepted', code: null } as const)
}

/** The payout provider is in memory. */
export function providerForLife(now: () => Date) {
  const orders = new Map<string, { cents: number; acceptedAt: number; mood: ProviderMood; count: number }>()
  let mood: ProviderMood = 'usual'
  function answerAbout(id: string): PayoutAnswer | null {
    const order = orders.get(id)
    if (!order) return null
    if (order.mood === 'slow' && now().getTime() < order.acceptedAt + 3 * 86_400_000)
      return { state: 'received' }
    return order.mood === 'refuses' ? { state: 'refused', reason: 'card_closed' } : { state: 'paid' }
  }
  const provider: PayoutProvider = {
    deliveries: ['Card', 'Email'],
    async send({ externalId, amountCents }) {
      if (mood === 'down') throw new Error('the provider is down')
      const known = orders.get(externalId)
      if (known) known.count += 1
      else orders.set(externalId, { cents: amountCents, acceptedAt: now().getTime(), mood, count: 1 })
      if (mood === 'silent') throw new Error('the provider did not answer')
      return answerAbout(externalId)!
    },
    async find(externalId) {
      if (mood === 'down') throw new Error('the provider is down')
      return answerAbout(externalId)
    },
  }
  return {
    provider,
    become(next: ProviderMood): void {
      mood = next
    },
    /** How often each order arrived that was accepted. */
    arrivals: () => [...orders.values()].map(({ count }) => count),
  }
}
