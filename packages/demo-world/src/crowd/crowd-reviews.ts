import type { Partner } from '@dineward/core/partner/partner.ts'
import { hasOwnReviewForm } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { type MenuSection, writeReview } from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import type { DemoRestaurant } from '../demo-restaurants.ts'
import { asMember, type Services } from '../play-history.ts'
import { reviewWith, textsOf } from '../restaurants/reviews.ts'

/** What reviews of a restaurant are made of. */
export interface ReviewTopic {
  readonly rating: number
  readonly dishes: readonly { readonly name: string }[]
  /** Texts that were used. */
  readonly used: Set<string>
}

export function reviewTopics(restaurants: readonly DemoRestaurant[]): ReadonlyMap<string, ReviewTopic> {
  return new Map(
    restaurants.map(({ merchant, reviews }) => [
      merchant.id,
      {
        rating: merchant.rating ?? 4.2,
        dishes: (JSON.parse(merchant.menu as string) as MenuSection[]).flatMap(({ items }) => items),
        used: textsOf(reviews.map(({ body }) => body)),
      },
    ]),
  )
}

/** Some members write about a dinner days after it. */
export async function writeReviews(
  services: Services,
  { partner, topics }: { readonly partner: Partner; readonly topics: ReadonlyMap<string, ReviewTopic> },
): Promise<void> {
  if (!hasOwnReviewForm(partner)) return
  const until = new Date(services.clock.now().getTime() - days(3))
  const { rows } = await sql<{ memberId: string; merchantId: string; transactionId: string }>`
    select member_id, merchant_id, source_transaction_id as transaction_id from dines
    where partner_id = ${partner.slug} and merchant_id is not null and status in ('Pending', 'Awarded', 'Paid')
      and dined_at > ${until}::timestamptz - interval '1 day' and dined_at <= ${until}
      and not exists (select from member_reviews review
        where review.partner_id = dines.partner_id and review.transaction_id = dines.source_transaction_id)
    order by transaction_id`.execute(services.db)
  for (const { memberId, merchantId, transactionId } of rows) {
    const random = seededRandom(`review of ${transactionId}`)
    if (!random.chance(0.06)) continue
    const { rating, dishes, used } = topics.get(merchantId)!
    const review = reviewWith(random, starsAbout(random, rating), dishes, used)
    await writeReview(await asMember(services, partner, memberId), {
      transactionId,
      rating: review.rating,
      text: review.body,
    })
  }
}

/** On average they are the rating, and opinions differ. */
function starsAbout(random: SeededRandom, rating: number): number {
  const near = Math.floor(rating + random.next())
  const apart = random.pick([0, 0, 0, 0, -1, 1])
  return Math.min(5, Math.max(1, near + apart))
}
