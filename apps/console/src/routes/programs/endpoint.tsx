import type { WebhookDelivery, WebhookEndpoint } from '@dineward/core/events/webhook-endpoints.contract.ts'
import { Alert, Anchor, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { EndpointDialog, secretOf } from '../../features/integrations/endpoint-dialog.tsx'
import {
  codeWords,
  deliveryStateOf,
  deliveryStates,
  endpointStates,
  outcomeWords,
} from '../../features/integrations/integration-words.ts'
import {
  changeEndpoint,
  type DeliveryFilters,
  deliveriesQuery,
  endpointsQuery,
  integrationsKey,
  removeEndpoint,
  resend,
  rotateSecret,
  sendTest,
} from '../../features/integrations/integrations.queries.ts'
import { type Secret, ShownOnce } from '../../features/integrations/shown-once.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import type { RowAction } from '../../kit/action/action.ts'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { useAction } from '../../kit/action/use-action.ts'
import { column, controlColumn, numberColumn, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, type List } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const { slug = '', id = '' } = useParams()
  const endpoints = useQuery(endpointsQuery(slug))
  return (
    <ProgramPage slug={slug} part="Endpoint">
      <Anchor component={Link} to={`/programs/${slug}/integrations`} fz="sm">
        All integrations
      </Anchor>
      <Loaded query={endpoints}>
        {({ items }) => {
          const endpoint = items.find(one => one.id === id)
          if (!endpoint)
            return <Empty title="There is no such endpoint">It may have been removed meanwhile.</Empty>
          return (
            <>
              <Endpoint slug={slug} endpoint={endpoint} />
              <Deliveries slug={slug} endpoint={endpoint} />
            </>
          )
        }}
      </Loaded>
    </ProgramPage>
  )
}

interface EndpointProps {
  readonly slug: string
  readonly endpoint: WebhookEndpoint
}

function Endpoint({ slug, endpoint }: EndpointProps) {
  const { id, url, types, state, disabledAt, disabledReason, previousSecretUntil, waiting } = endpoint
  const [isChanging, setIsChanging] = useState(false)
  const refresh = [integrationsKey(slug)]
  return (
    <Section
      title={new URL(url).host}
      actions={
        <>
          <Button variant="default" onClick={() => setIsChanging(true)}>
            Change
          </Button>
          <Rotate slug={slug} endpoint={endpoint} />
          {state === 'active' ? (
            <ActionButton
              label="Turn off"
              title="Turn the endpoint off"
              confirm="Turn it off"
              needsReason={false}
              refresh={refresh}
              run={async () => {
                await changeEndpoint(slug, id, { isActive: false })
                return 'The endpoint is off. It gets what it misses when you turn it on within 30 days.'
              }}
            >
              Nothing is sent to it until you turn it on again. Then it gets what it missed.
            </ActionButton>
          ) : (
            <TurnOn slug={slug} endpoint={endpoint} />
          )}
          <Remove slug={slug} endpoint={endpoint} />
        </>
      }
    >
      {state === 'disabled' && disabledReason && (
        <Alert color="red" title="Nothing is sent to this endpoint">
          {codeWords(disabledReason)}{' '}
          {disabledReason !== 'by_hand' &&
            'Mend the server, press “Send a test event” until it arrives, then turn the endpoint on: it gets what it missed.'}
        </Alert>
      )}
      <Facts
        items={[
          [
            'Address',
            <Text key="address" fz="inherit" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>,
          ],
          [
            'State',
            <Status key="state" tone={endpointStates[state].tone}>
              {endpointStates[state].label}
            </Status>,
          ],
          ['Disabled', disabledAt && <Time at={disabledAt} as="time" />],
          ['Events', types === null ? 'All' : types.join(', ')],
          ['Waiting', waiting === 0 ? 'Nothing' : String(waiting)],
          ['Secret before works until', previousSecretUntil && <Time at={previousSecretUntil} as="time" />],
          ['Added by', endpoint.createdBy],
        ]}
      />
      <Test slug={slug} endpoint={endpoint} />
      {isChanging && <EndpointDialog slug={slug} endpoint={endpoint} onClose={() => setIsChanging(false)} />}
    </Section>
  )
}

function TurnOn({ slug, endpoint: { id } }: EndpointProps) {
  const turnOn = useAction<void>({
    refresh: [integrationsKey(slug)],
    run: async () => {
      await changeEndpoint(slug, id, { isActive: true })
      return 'The endpoint is on, and gets what it missed.'
    },
  })
  return (
    <>
      <Button loading={turnOn.isSending} onClick={() => void turnOn.send(undefined, '')}>
        Turn on
      </Button>
      {turnOn.error !== null && <Problem error={turnOn.error} />}
    </>
  )
}

function Rotate({ slug, endpoint: { id, url } }: EndpointProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  return (
    <>
      <ActionButton
        label="New secret"
        title="Make another secret"
        confirm="Make it"
        needsReason={false}
        refresh={[integrationsKey(slug)]}
        run={async () => {
          setSecret(secretOf(url, (await rotateSecret(slug, id)).secret))
          return 'The new secret signs from now on. The one before signs too for a day.'
        }}
      >
        For 24 hours each event is signed with both secrets, so that your server can change over without
        missing one.
      </ActionButton>
      {secret && <ShownOnce secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

function Remove({ slug, endpoint: { id } }: EndpointProps) {
  const navigate = useNavigate()
  return (
    <ActionButton
      label="Remove"
      title="Remove the endpoint"
      confirm="Remove it"
      isDangerous
      needsReason={false}
      refresh={[integrationsKey(slug)]}
      run={async () => {
        await removeEndpoint(slug, id)
        void navigate(`/programs/${slug}/integrations`)
        return 'The endpoint is removed.'
      }}
    >
      What waits for it is not sent, and its list of deliveries is lost. Events stay for 30 days.
    </ActionButton>
  )
}

function Test({ slug, endpoint: { id } }: EndpointProps) {
  const [tested, setTested] = useState<WebhookDelivery | null>(null)
  const test = useAction<void>({
    refresh: [integrationsKey(slug)],
    run: async () => {
      const { delivery } = await sendTest(slug, id)
      setTested(delivery)
      return null
    },
  })
  return (
    <Stack gap="xs">
      <Group>
        <Button loading={test.isSending} onClick={() => void test.send(undefined, '')}>
          Send a test event
        </Button>
      </Group>
      {test.error !== null && <Problem error={test.error} />}
      {tested && (
        <Alert
          color={tested.code === 'delivered' ? 'green' : 'red'}
          title={tested.code === 'delivered' ? 'The test event arrived' : 'The test event did not arrive'}
          role="status"
        >
          {outcomeWords(tested)}
        </Alert>
      )}
    </Stack>
  )
}

const again = (slug: string, endpointId: string): RowAction<WebhookDelivery> => ({
  label: 'Send again',
  isFor: () => true,
  nameOf: ({ eventType, eventId }) => `${eventType} ${eventId}`,
  explanation: 'It is sent again with the same id: a server that has it already can tell.',
  confirm: 'Send it again',
  needsReason: false,
  isForMany: true,
  refresh: integrationsKey(slug),
  run: async ({ id }) => {
    await resend(slug, endpointId, { deliveryId: id })
    return 'It is sent again now.'
  },
})

const listFor = (
  slug: string,
  id: string,
  onOpen: (delivery: WebhookDelivery) => void,
): List<WebhookDelivery> => ({
  name: 'webhook-deliveries',
  label: 'Deliveries',
  rowKey: delivery => delivery.id,
  filters: [
    choice('state', 'State', [
      { value: 'delivered', label: 'Delivered' },
      { value: 'waiting', label: 'Waiting, or trying again' },
    ]),
  ],
  columns: [
    column('Event', ({ eventType }) => eventType),
    statusColumn('State', deliveryStateOf, deliveryStates),
    column('Answer', outcomeWords),
    numberColumn('Attempts', ({ attempts }) => attempts),
    timeColumn('Last attempt', ({ lastAttemptAt }) => lastAttemptAt, 'relative'),
    controlColumn('Details', delivery => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Details of ${delivery.eventType} ${delivery.eventId}`}
        onClick={() => onOpen(delivery)}
      >
        Details
      </Button>
    )),
  ],
  actions: [again(slug, id)],
  empty: (
    <Empty title="Nothing was sent yet">Press “Send a test event”, or change something of a member.</Empty>
  ),
})

function Deliveries({ slug, endpoint: { id } }: EndpointProps) {
  const [opened, setOpened] = useState<WebhookDelivery | null>(null)
  const list = listFor(slug, id, setOpened)
  const filters = useListFilters<DeliveryFilters>(list)
  const deliveries = usePagedRows(deliveriesQuery(slug, id, filters), ({ items }) => items)
  return (
    <Section title="Deliveries" actions={<SendSince slug={slug} id={id} />}>
      <ListView of={list} rows={deliveries} />
      {opened && <Details delivery={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}

function SendSince({ slug, id }: { slug: string; id: string }) {
  const [from, setFrom] = useState('')
  return (
    <ActionButton
      label="Send again since"
      title="Send events again"
      confirm="Send them again"
      needsReason={false}
      refresh={[integrationsKey(slug)]}
      run={async () => {
        const { queued } = await resend(slug, id, { from: new Date(from).toISOString() })
        return `${queued} events are sent again.`
      }}
    >
      <TextInput
        label="Since"
        description="Every event since then that this endpoint wants is sent again, with the id that it had."
        type="datetime-local"
        required
        value={from}
        onChange={event => setFrom(event.currentTarget.value)}
        data-autofocus
      />
    </ActionButton>
  )
}

function Details({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { eventId, eventType, request, answer, attempts, lastAttemptAt, nextAttemptAt, milliseconds } =
    delivery
  return (
    <Modal opened onClose={onClose} title={eventType} size="xl" centered>
      <Stack gap="sm">
        <Facts
          items={[
            ['Event', <Code key="id">{eventId}</Code>],
            ['Attempts', String(attempts)],
            ['Last attempt', lastAttemptAt && <Time at={lastAttemptAt} as="time" />],
            ['Next attempt', nextAttemptAt && <Time at={nextAttemptAt} as="time" />],
            ['It took', milliseconds === null ? null : `${milliseconds} ms`],
            ['Outcome', outcomeWords(delivery)],
          ]}
        />
        <Text fw={600}>Request</Text>
        <Code block tabIndex={0} mah="20rem">
          {JSON.stringify(JSON.parse(request), null, 2)}
        </Code>
        <Text fw={600}>Answer</Text>
        {answer ? (
          <Code block tabIndex={0} mah="12rem">
            {answer}
          </Code>
        ) : (
          <Text c="dimmed">There was none, or it was empty.</Text>
        )}
      </Stack>
    </Modal>
  )
}
