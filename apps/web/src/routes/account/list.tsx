import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useRouteError } from 'react-router'
import { listQuery } from '../../features/favorites/lists/lists.queries.ts'
import { MemberListView } from '../../features/favorites/lists/member-list.tsx'
import { PlaceRemoveButton } from '../../features/favorites/lists/place-remove-button.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { AccountError } from '../../features/identity/account-states.tsx'
import { NotFoundMessage } from '../../features/layout/messages/not-found-message.tsx'
import { MerchantCard } from '../../features/merchants/list/merchant-card.tsx'
import { MerchantList } from '../../features/merchants/list/merchant-list.tsx'
import { StartVote } from '../../features/votes/start-vote.tsx'
import { useApp } from '../../partner/partner-context.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export function loader(args: LoaderFunctionArgs) {
  const listId = args.params.listId ?? ''
  return loadAccountPage(args, app => [app.queryClient.ensureQueryData(listQuery(app, listId))])
}

export function Component() {
  const { listId = '' } = useParams()
  const { list, merchants } = useSuspenseQuery(listQuery(useApp(), listId)).data
  return (
    <div className={styles.page}>
      <PageHead title={list.name} index={false} />
      <MemberListView list={list} actions={<StartVote listId={list.id} merchants={merchants} />}>
        <MerchantList
          Card={MerchantCard}
          merchants={merchants}
          eager={3}
          FavoriteButton={PlaceRemoveButton}
        />
      </MemberListView>
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError() as { readonly status?: number } | null
  return error?.status === 404 ? <NotFoundMessage /> : <AccountError />
}
