import type { Member } from '@dineward/core/members/members.contract.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { leavePath } from './leave-path.ts'
import styles from './my-data.module.css'

/** Take everything along, or leave for good. */
export function MyData({ member }: { readonly member: Pick<Member, 'erasureAt'> }) {
  const copy = useCopy()
  return (
    <Card padding="roomy" as="section" className={styles.section} aria-labelledby="my-data">
      <h2 id="my-data">{copy('myData.title')}</h2>
      <p>{copy('myData.text')}</p>
      <p>
        <a href="/api/Member/Export" download>
          {copy('myData.export')}
        </a>
      </p>
      {member.erasureAt === null ? (
        <p>
          <AppLink to={leavePath}>{copy('myData.leave')}</AppLink>
        </p>
      ) : null}
    </Card>
  )
}
