import type { ListedMessage, messageKinds } from '@dineward/core/console-system/messages.contract.ts'
import { Group, Paper, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageCountsQuery, messagesQuery, retryMessages } from '../../features/system/messages.queries.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { column, fileColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatNumber } from '../../lib/format.ts'
import { may, useProgramsWith, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

type Kind = (typeof messageKinds)[number]

const names: Record<Kind, string> = { mail: 'Mails', text: 'Text messages', notification: 'Notifications' }
const isGone = 'It held a code and is gone. The member has to ask for a new one.'

const list: List<ListedMessage> = {
  name: 'messages',
  label: 'Messages',
  rowKey: ({ partner, id }) => `${partner} ${id}`,
  filters: [
    choice('kind', 'Kind', choicesOf(names), names.mail),
    choice('state', 'State', choicesOf({ failed: 'Given up', waiting: 'Waiting' }), 'Given up'),
    programFilter('system.read'),
  ],
  columns: [
    column('About', ({ cause }) => cause),
    column('Subject', ({ subject }) => subject),
    column('Last error', ({ lastError }) => lastError, {
      cell: ({ lastError, attempts }) => (lastError ? `${lastError} (${attempts} tries)` : '—'),
    }),
    fileColumn('Tries', ({ attempts }) => attempts),
    column('Program', ({ partner }) => partner),
    timeColumn('Written', ({ createdAt }) => createdAt),
  ],
  empty: <Empty title="No message is in this state">Every message was sent, or is in another state.</Empty>,
}

export function Component() {
  const { kind = 'mail', state = 'failed', partner = '' } = useListFilters<MessageFilters>(list)
  const staff = useStaff()
  const messages = usePagedRows(
    messagesQuery({ kind, state, ...(partner ? { partner } : {}) }),
    ({ items }) => items,
  )
  const retry: RowAction<ListedMessage> = {
    label: 'Retry',
    isFor: message => message.state === 'failed' && may(staff, 'system.run', message.partner),
    nameOf: message => `${message.cause}, ${message.partner}`,
    explanation: 'It is sent again. A message that held a code is gone: the member asks for a new one.',
    confirm: 'Send it',
    isForMany: true,
    refresh: ['messages'],
    run: async ({ id, partner: slug }, { reason }) => {
      const { retried } = await retryMessages({ kind, partner: slug, id, reason })
      if (retried === 0) throw new Error(isGone)
      return 'One message is sent again.'
    },
  }
  return (
    <ListPage
      of={{ ...list, label: names[kind], actions: state === 'failed' ? [retry] : [] }}
      rows={messages}
      title="Messages"
      intro="What waits to be sent, and what was given up. Recipients and texts are not shown."
      actions={<RetryAll kind={kind} />}
    >
      <Counts partner={partner} />
    </ListPage>
  )
}

interface MessageFilters {
  readonly kind?: Kind
  readonly state?: ListedMessage['state']
  readonly partner?: string
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

/** Also of those that are not loaded. */
function RetryAll({ kind }: { kind: Kind }) {
  const programs = useProgramsWith('system.run')
  const [chosen, setChosen] = useState(programs[0]?.slug ?? '')
  if (programs.length === 0) return null
  return (
    <ActionButton
      label="Retry all of a program"
      title={`${names[kind]}: retry all that were given up`}
      confirm="Send them again"
      refresh={[['messages']]}
      run={async ({ reason }) => {
        const { retried } = await retryMessages({ kind, partner: chosen, reason })
        return retried === 1 ? 'One message is sent again.' : `${retried} messages are sent again.`
      }}
    >
      <Select
        label="Program"
        description="At most 1,000 messages, the oldest first."
        data={programs.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={chosen}
        onChange={slug => setChosen(slug ?? '')}
        allowDeselect={false}
      />
    </ActionButton>
  )
}
