import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useParams,
  useRouteError,
} from 'react-router'
import { appOf } from '../app-context.ts'
import { LinkField } from '../features/favorites/lists/list-share.tsx'
import { memberQuery } from '../features/identity/member.queries.ts'
import { NotFoundMessage } from '../features/layout/messages/not-found-message.tsx'
import { ServerError } from '../features/layout/messages/server-error.tsx'
import { HostActions } from '../features/votes/host-actions.tsx'
import { type BallotResult, VoteForm } from '../features/votes/vote-form.tsx'
import { VoteGuests } from '../features/votes/vote-guests.tsx'
import { VoteHead, VoteWinner } from '../features/votes/vote-head.tsx'
import { castBallot, votePath, voteQuery } from '../features/votes/votes.queries.ts'
import { ApiError } from '../lib/api/api-client.ts'
import { errorText } from '../partner/error-text.ts'
import { useApp, useCopy } from '../partner/partner-context.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import styles from './vote.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  try {
    await app.queryClient.ensureQueryData(voteQuery(app, args.params.voteId ?? ''))
    return null
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400))
      throw data(null, { status: 404 })
    throw error
  }
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const voteId = args.params.voteId ?? ''
  const form = await args.request.formData()
  const name = String(form.get('name') ?? '')
  const merchantIds = form.getAll('merchantId').map(String)
  try {
    await castBallot(app, voteId, { name, merchantIds })
    return redirect(votePath(voteId))
  } catch (error) {
    const result: BallotResult = { problem: errorText(app, error), name }
    return data(result, { status: error instanceof ApiError && error.status >= 400 ? error.status : 503 })
  }
}

/** Where to have dinner, for anyone with the link. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { voteId = '' } = useParams()
  const { data: vote } = useQuery(voteQuery(app, voteId))
  const { data: member = null } = useQuery(memberQuery(app))
  if (!vote) return null
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={copy('votes.documentTitle', { name: vote.name })} index={false} />
      <VoteHead vote={vote} />
      <VoteWinner vote={vote} />
      {vote.isYours && !vote.isClosed ? (
        <LinkField label={copy('votes.link')} link={app.origin + votePath(vote.id)} />
      ) : null}
      <VoteForm vote={vote} firstName={member?.firstName ?? ''} />
      <VoteGuests vote={vote} />
      {vote.isYours ? <HostActions vote={vote} /> : null}
    </div>
  )
}

export function ErrorBoundary() {
  const copy = useCopy()
  const error = useRouteError() as { readonly status?: number } | null
  if (error?.status !== 404) return <ServerError error={error} />
  return <NotFoundMessage title={copy('votes.gone.title')} text={copy('votes.gone.text')} />
}
