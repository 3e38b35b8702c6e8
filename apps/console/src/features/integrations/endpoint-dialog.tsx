import { type EventType, eventTypeNames } from '@dineward/core/events/event-types.ts'
import type { WebhookEndpoint } from '@dineward/core/events/webhook-endpoints.contract.ts'
import { MultiSelect, TextInput } from '@mantine/core'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { changeEndpoint, createEndpoint, integrationsKey } from './integrations.queries.ts'
import type { Secret } from './shown-once.tsx'

interface EndpointDialogProps {
  readonly slug: string
  /** Null: a new one. */
  readonly endpoint: WebhookEndpoint | null
  readonly onClose: () => void
  readonly onMade?: (secret: Secret) => void
}

const types = eventTypeNames.filter(type => type !== 'endpoint.test')

export function EndpointDialog({ slug, endpoint, onClose, onMade }: EndpointDialogProps) {
  const edit = useEditForm({
    initial: { url: endpoint?.url ?? '', types: (endpoint?.types ?? []) as EventType[] },
    labels: { types: 'Events' },
    refresh: [integrationsKey(slug)],
    onDone: onClose,
    run: async values => {
      const body = { url: values.url, types: values.types.length === 0 ? null : values.types }
      if (endpoint) {
        await changeEndpoint(slug, endpoint.id, body)
        return 'The endpoint is changed.'
      }
      onMade?.(secretOf(body.url, (await createEndpoint(slug, body)).secret))
      return 'The endpoint is added. Send it a test event now.'
    },
  })
  return (
    <FormDialog
      of={edit}
      title={endpoint ? 'Change the endpoint' : 'New endpoint'}
      save={endpoint ? 'Save' : 'Add the endpoint'}
      needsReason={false}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="Where your server takes events, by POST. It begins with https://."
        placeholder="https://crm.example.com/dineward"
        type="url"
        required
        maxLength={1_000}
        data-autofocus
        {...edit.field('url')}
      />
      <MultiSelect
        label="Events"
        description="Only these are sent. Empty: all."
        data={types}
        searchable
        clearable
        value={edit.values.types}
        error={edit.errors.types}
        onChange={chosen => edit.change({ types: chosen as EventType[] })}
      />
    </FormDialog>
  )
}

export const secretOf = (url: string, value: string): Secret => ({
  title: `The secret of ${new URL(url).host}`,
  value,
  advice: 'Your server verifies with it that events come from here. Without it anyone could send some.',
})
