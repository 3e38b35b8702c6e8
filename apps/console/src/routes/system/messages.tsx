import { type ListedMessage, messageKinds } from '@dineward/core/console-system/messages.contract.ts'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageCountsQuery, messagesQuery, retryMessages } from '../../features/system/messages.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { may, useStaff } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

const names = { mail: 'Mails', text: 'Text messages', notification: 'Notifications' } as const

const columns: readonly TableColumn<ListedMessage>[] = [
  { key: 'cause', header: 'About', width: 'minmax(9rem, 1fr)', cell: ({ cause }) => cause },
  {
    key: 'subject',
    header: 'Subject',
    width: 'minmax(8rem, 2fr)',
    isSecondary: true,
    cell: ({ subject }) => subject ?? '—',
  },
  {
    key: 'error',
    header: 'Last error',
    width: 'minmax(9rem, 2fr)',
    cell: ({ lastError, attempts }) => (lastError ? `${lastError} (${attempts} tries)` : '—'),
  },
  { key: 'partner', header: 'Program', isSecondary: true, cell: ({ partner }) => partner },
  {
    key: 'created',
    header: 'Written',
    isSecondary: true,
    cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
  },
]

export function Component() {
  const [partner] = useFilter('partner')
  const [kindFilter] = useFilter('kind')
  const [stateFilter] = useFilter('state')
  const [retried, setRetried] = useState<ListedMessage | null>(null)
  const staff = useStaff()
  const kind = messageKinds.find(one => one === kindFilter) ?? 'mail'
  const state = stateFilter === 'waiting' ? 'waiting' : 'failed'
  const messages = useInfiniteQuery(messagesQuery({ kind, state, ...(partner ? { partner } : {}) }))
  const retry: TableColumn<ListedMessage> = {
    key: 'retry',
    header: 'Retry',
    width: '6rem',
    cell: message =>
      may(staff, 'system.run', message.partner) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Retry: ${message.cause}, ${message.partner}`}
          onClick={() => setRetried(message)}
        >
          Retry
        </Button>
      ),
  }
  return (
    <Page
      title="Messages"
      intro="What waits to be sent, and what was given up. Recipients and texts are not shown."
    >
      <Counts partner={partner} />
      <FilterBar list="messages">
        <SelectFilter
          name="kind"
          label="Kind"
          any={names.mail}
          options={messageKinds.map(value => ({ value, label: names[value] }))}
        />
        <SelectFilter
          name="state"
          label="State"
          any="Given up"
          options={[
            { value: 'failed', label: 'Given up' },
            { value: 'waiting', label: 'Waiting' },
          ]}
        />
        <ProgramFilter permission="system.read" />
      </FilterBar>
      <Loaded query={messages}>
        {({ pages }) => (
          <DataTable
            label={names[kind]}
            columns={state === 'failed' ? [...columns, retry] : columns}
            rows={pages.flatMap(({ items }) => items)}
            rowKey={({ partner: slug, id }) => `${slug} ${id}`}
            onEnd={() => {
              if (messages.hasNextPage && !messages.isFetchingNextPage) void messages.fetchNextPage()
            }}
            isLoadingMore={messages.isFetchingNextPage}
            empty={
              <Empty title={state === 'failed' ? 'None was given up' : 'None waits'}>
                {state === 'failed' ? 'Every message was sent or still waits.' : 'Every message was sent.'}
              </Empty>
            }
          />
        )}
      </Loaded>
      <RetryDialog message={retried} kind={kind} onClose={() => setRetried(null)} />
    </Page>
  )
}

function Counts({ partner }: { partner: string }) {
  const counts = useQuery(messageCountsQuery(partner))
  return (
    <Group gap="sm">
      {counts.data?.map(({ kind, waiting, failed, oldestWaitingAt }) => (
        <Paper key={kind} withBorder p="sm">
          <Text fw={600}>{names[kind]}</Text>
          <Group gap="xs">
            <Status tone={failed > 0 ? 'bad' : 'quiet'}>{formatNumber(failed)} given up</Status>
            <Text fz="sm" c="dimmed">
              {formatNumber(waiting)} waiting
              {oldestWaitingAt && (
                <>
                  , the oldest from <Time at={oldestWaitingAt} as="relative" />
                </>
              )}
            </Text>
          </Group>
        </Paper>
      ))}
    </Group>
  )
}

interface RetryDialogProps {
  readonly message: ListedMessage | null
  readonly kind: (typeof messageKinds)[number]
  readonly onClose: () => void
}

function RetryDialog({ message, kind, onClose }: RetryDialogProps) {
  const [isAll, setAll] = useState(false)
  const queryClient = useQueryClient()
  return (
    <ReasonDialog
      opened={message !== null}
      onClose={() => {
        setAll(false)
        onClose()
      }}
      title="Send again"
      confirm={isAll ? `Send all of ${message?.partner ?? ''}` : 'Send it'}
      onConfirm={async reason => {
        const { partner, id } = message!
        const { retried } = await retryMessages({ kind, partner, reason, ...(isAll ? {} : { id }) })
        await queryClient.invalidateQueries({ queryKey: ['messages'] })
        if (retried === 0) throw new Error('It held a code and is gone. The member has to ask for a new one.')
        toastDone(retried === 1 ? 'One message is sent again.' : `${retried} messages are sent again.`)
      }}
    >
      <Button variant="subtle" size="compact-sm" onClick={() => setAll(!isAll)}>
        {isAll ? 'Only this one' : 'All of this program instead'}
      </Button>
    </ReasonDialog>
  )
}
