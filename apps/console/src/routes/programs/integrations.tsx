import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { WebhookEndpoint } from '@dineward/core/events/webhook-endpoints.contract.ts'
import type { ApiKey } from '@dineward/core/partner-api/api-keys.contract.ts'
import { Button, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { EndpointDialog } from '../../features/integrations/endpoint-dialog.tsx'
import { endpointStates, keyStateOf, keyStates } from '../../features/integrations/integration-words.ts'
import {
  endpointsQuery,
  integrationsKey,
  keysQuery,
  revokeKey,
} from '../../features/integrations/integrations.queries.ts'
import { gives, KeyDialog, KeyLimitDialog } from '../../features/integrations/key-dialog.tsx'
import { type Secret, ShownOnce } from '../../features/integrations/shown-once.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import type { RowAction } from '../../kit/action/action.ts'
import { column, numberColumn, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListView } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { formatReward } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'

const revoke = (slug: string): RowAction<ApiKey> => ({
  label: 'Revoke',
  isFor: key => keyStateOf(key) !== 'revoked',
  nameOf: ({ name }) => `the key ${name}`,
  explanation:
    'The system that uses it can call nothing any more, within 5 seconds. A revoked key cannot be brought back: make another one first if the system has to go on.',
  confirm: 'Revoke it',
  isDangerous: true,
  needsReason: false,
  refresh: integrationsKey(slug),
  run: async ({ id, name }) => {
    await revokeKey(slug, id)
    return `The key ${name} is revoked.`
  },
})

const keyList = (program: Program, onLimit: (key: ApiKey) => void): List<ApiKey> => ({
  name: 'api-keys',
  sortName: 'keys',
  label: 'Keys',
  isTall: true,
  rowKey: ({ id }) => id,
  columns: [
    column('Name', ({ name }) => name),
    statusColumn('State', keyStateOf, keyStates),
    column('Begins with', ({ prefix }) => prefix, {
      cell: ({ prefix }) => <Code>{prefix}…</Code>,
    }),
    column('Scopes', ({ scopes }) => scopes.join(', ')),
    column('From', ({ addresses }) => addresses.join(', ') || 'Anywhere'),
    timeColumn('Ends', ({ expiresAt }) => expiresAt, 'day'),
    timeColumn('Last used', ({ lastUsedAt }) => lastUsedAt, 'relative'),
    column('Gives a day', key => (gives(key.scopes) ? limitOf(program, key) : '—'), {
      cell: key =>
        gives(key.scopes) && keyStateOf(key) === 'active' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${limitOf(program, key)}: change the limit of ${key.name}`}
            onClick={() => onLimit(key)}
          >
            {limitOf(program, key)}
          </Button>
        ) : (
          '—'
        ),
    }),
  ],
  actions: [revoke(program.slug)],
  empty: (
    <Empty title="No key yet">
      A key lets another system of the program, such as its CRM, call the partner API.
    </Empty>
  ),
})

const limitOf = (program: Program, { dailyRewards }: ApiKey) =>
  dailyRewards === null ? 'By the program’s limits' : formatReward(program, dailyRewards)

const endpointList = (slug: string): List<WebhookEndpoint> => ({
  name: 'webhook-endpoints',
  sortName: 'endpoints',
  label: 'Endpoints',
  isTall: true,
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/programs/${slug}/integrations/endpoints/${id}`,
  columns: [
    column('Address', ({ url }) => url),
    statusColumn('State', ({ state }) => state, endpointStates),
    column('Events', ({ types }) => (types === null ? 'All' : types.join(', '))),
    numberColumn('Waiting', ({ waiting }) => waiting),
    timeColumn('Added', ({ createdAt }) => createdAt, 'day'),
  ],
  empty: (
    <Empty title="No endpoint yet">
      An endpoint is an address of the program’s own server. Every change of a member, a dine or a reward is
      sent there within a second.
    </Empty>
  ),
})

export function Component() {
  const { slug = '' } = useParams()
  const program = useProgram(slug)
  const mayManage = useMay('integrations.manage', slug)
  const [limited, setLimited] = useState<ApiKey | null>(null)
  const [making, setMaking] = useState<'key' | 'endpoint' | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const dialog = { slug, onClose: () => setMaking(null), onMade: setSecret }
  return (
    <ProgramPage slug={slug} part="Integrations">
      {!mayManage && (
        <Empty title="Your role does not include integrations">
          Ask an administrator of the program for the permission integrations.manage.
        </Empty>
      )}
      {mayManage && program && (
        <>
          <Keys program={program} onLimit={setLimited} onMake={() => setMaking('key')} />
          <Endpoints slug={slug} onMake={() => setMaking('endpoint')} />
        </>
      )}
      {making === 'key' && program && <KeyDialog {...dialog} program={program} />}
      {limited && program && (
        <KeyLimitDialog program={program} apiKey={limited} onClose={() => setLimited(null)} />
      )}
      {making === 'endpoint' && <EndpointDialog {...dialog} endpoint={null} />}
      {secret && <ShownOnce secret={secret} onClose={() => setSecret(null)} />}
    </ProgramPage>
  )
}

interface KeysProps {
  readonly program: Program
  readonly onLimit: (key: ApiKey) => void
  readonly onMake: () => void
}

interface PartProps {
  readonly slug: string
  readonly onMake: () => void
}

function Keys({ program, onLimit, onMake }: KeysProps) {
  const keys = useQuery(keysQuery(program.slug))
  return (
    <Section
      title="Keys"
      intro="Other systems call the partner API with one. To change a key, make a second one, and revoke the first when nothing uses it any more."
      actions={<Button onClick={onMake}>New key</Button>}
    >
      <ListView of={keyList(program, onLimit)} rows={wholeRows(keys, ({ items }) => items)} />
    </Section>
  )
}

function Endpoints({ slug, onMake }: PartProps) {
  const endpoints = useQuery(endpointsQuery(slug))
  return (
    <Section
      title="Webhooks"
      intro="Where events are sent as they happen."
      actions={
        <>
          <Button variant="default" component={Link} to={`/programs/${slug}/integrations/events`}>
            See the events
          </Button>
          <Button onClick={onMake}>New endpoint</Button>
        </>
      }
    >
      <ListView of={endpointList(slug)} rows={wholeRows(endpoints, ({ items }) => items)} />
    </Section>
  )
}
