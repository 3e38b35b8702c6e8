import type { FoundMerchant } from '../search-page.queries.ts'

const longestName = 14

/** A pin says what helps to choose: the reward where rewards differ, else the rating, else the name. */
export function pinLabels(merchants: readonly FoundMerchant[]): ReadonlyMap<string, string> {
  const rewards = new Set(merchants.map(rewardOf))
  return new Map(
    merchants.map(merchant => {
      const { overallRating, numberOfRatings } = merchant.details.rating
      const reward = rewards.size > 1 ? rewardOf(merchant) : undefined
      const rating = numberOfRatings > 0 ? `★ ${overallRating.toFixed(1)}` : null
      return [merchant.id, reward ?? rating ?? shortened(merchant.name)]
    }),
  )
}

const rewardOf = ({ flexOffer, earnRate }: FoundMerchant) => flexOffer ?? earnRate?.short

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name
}
