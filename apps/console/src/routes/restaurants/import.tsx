import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { RunStatus } from '../../features/restaurants/imports/import-list.tsx'
import { ImportRunView, RunActions } from '../../features/restaurants/imports/import-run.tsx'
import { importQuery } from '../../features/restaurants/imports/imports.queries.ts'
import { Page } from '../../ui/page/page.tsx'
import { Loaded } from '../../ui/states.tsx'

export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(importQuery(id))
  const run = query.data
  return (
    <Page
      title={run?.fileName ?? 'Import'}
      parents={[
        { to: '/restaurants', label: 'Restaurants' },
        { to: '/restaurants/imports', label: 'Imports' },
      ]}
      {...(run && { mark: <RunStatus run={run} />, actions: <RunActions run={run} /> })}
    >
      <Loaded query={query}>{found => <ImportRunView run={found} />}</Loaded>
    </Page>
  )
}
