import type { ProgramChange } from '@dineward/core/console-programs/settings.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Anchor, Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { historyQuery } from '../../features/programs/programs.queries.ts'
import { Difference } from '../../ui/difference.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

const actions = {
  'setting.set': 'Setting changed',
  'setting.unset': 'Setting as shipped again',
  'theme.set': 'Theme changed',
  'content.draft': 'Draft saved',
  'content.discard': 'Draft dropped',
  'content.publish': 'Published',
  'offer.create': 'Offer defined',
  'offer.change': 'Offer changed',
  'offer.end': 'Offer ended',
  'offer.withdraw': 'Offer withdrawn',
  'partner.create': 'Program made',
} satisfies Record<string, string>

export function Component() {
  const { slug = '' } = useParams()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(slug),
  )
  const changes = data?.pages.flatMap(page => page.changes)
  return (
    <ProgramPage slug={slug} part="History">
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!changes && !error && <Loading />}
      {changes?.length === 0 && (
        <Empty title="Nothing was changed yet">
          What staff change here is listed, with who, when and why.
        </Empty>
      )}
      <Stack gap="sm">
        {changes?.map(change => (
          <Section
            key={change.id}
            title={`${lookUp(actions, change.action) ?? change.action}: ${change.subject}`}
            intro={
              <>
                <Time at={change.at} /> by {change.by}
                {change.reason && ` · ${change.reason}`}
              </>
            }
            actions={<Open slug={slug} change={change} />}
          >
            {change.action.startsWith('content.') ? null : (
              <Difference before={change.before ?? null} after={change.after ?? null} />
            )}
          </Section>
        ))}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier changes
          </Button>
        )}
      </Stack>
    </ProgramPage>
  )
}

/** Where it can be undone. */
function Open({ slug, change: { action, subject } }: { slug: string; change: ProgramChange }) {
  const to = action.startsWith('setting.')
    ? `settings?setting=${encodeURIComponent(subject)}`
    : action.startsWith('content.')
      ? `content/${subject}`
      : action.startsWith('theme.')
        ? 'theme'
        : action.startsWith('offer.') && action !== 'offer.withdraw'
          ? `offers/${subject}`
          : null
  if (!to) return null
  return (
    <Anchor component={Link} to={`/programs/${slug}/${to}`} fz="sm">
      Open
    </Anchor>
  )
}
