import type { Neighborhood } from '@dineward/core/search/location-search.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/** Where restaurants are; placed in the middle of them. */
export async function selectNeighborhoods(db: Db): Promise<readonly Neighborhood[]> {
  const { rows } = await sql<Neighborhood>`
    select neighborhood as name, city, state, avg(latitude)::float8 as latitude, avg(longitude)::float8 as longitude,
      count(*)::int as restaurants
    from merchants where neighborhood <> '' and state <> ''
    group by neighborhood, city, state
    order by restaurants desc, name, city, state limit 5000
  `.execute(db)
  return rows
}
