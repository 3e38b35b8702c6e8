import { type ApiUser, apiUser, signIn } from './api.ts'
import { expect } from './journey.ts'

export async function memberOf(address: string, slug: string): Promise<ApiUser> {
  const member = apiUser(address)
  await signIn(member, `member@${slug}.example`)
  return member
}

/** A dine that has earned: at night its reward is sent to the partner, which confirms it. */
export async function earnedDine(
  member: ApiUser,
): Promise<{ readonly sourceTransactionId: string; readonly merchantName: string }> {
  for (const status of ['Awarded', 'Deferred', 'Paid']) {
    const { body } = await member.get<{ data: { sourceTransactionId: string; merchantName: string }[] }>(
      `/api/Member/Transactions?status=${status}`,
    )
    if (body.data[0]) return body.data[0]
  }
  throw new Error('No dine has earned.')
}

/** Restaurants that earn every day; earning days are for members. */
export async function earningMerchants(member: ApiUser): Promise<string[]> {
  const { body } = await member.get<{
    merchants: {
      id: string
      benefitAvailability: { weekdays: string[] }
      details: { highlight: string | null }
    }[]
  }>('/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857&pageSize=50')
  return body.merchants
    .filter(one => one.benefitAvailability.weekdays.length === 7 && one.details.highlight !== 'comingSoon')
    .map(({ id }) => id)
}

interface Activity {
  readonly data: readonly {
    readonly recordType: string
    readonly status?: string
    readonly awardStatus?: string
    readonly ticketAmount?: number
  }[]
  readonly memberBalance: number
}

/** Dine at one restaurant after the other: most have a monthly limit. @returns the dollars of the last dine. */
export async function dineUntilPayout(
  member: ApiUser,
  dine: (merchant: string, dollars: string) => Promise<unknown>,
): Promise<string> {
  for (const [index, merchant] of (await earningMerchants(member)).entries()) {
    const amount = 401 + index
    await dine(merchant, `${amount}.00`)
    let activity: Activity | undefined
    await expect(async () => {
      activity = (await member.get<Activity>('/api/Member/TransactionsStatementCredits')).body
      const { awardStatus } = activity.data.find(({ ticketAmount }) => ticketAmount === amount)!
      expect(awardStatus).not.toBe('Pending')
    }).toPass({ timeout: 30_000 })
    // The job of the minute may have reserved it already.
    const isReserved = activity!.data.some(
      each => each.recordType === 'Credit' && each.status !== 'Completed',
    )
    if (isReserved || activity!.memberBalance >= 20) return `${amount}.00`
  }
  throw new Error('No restaurant earns enough for a payout.')
}
