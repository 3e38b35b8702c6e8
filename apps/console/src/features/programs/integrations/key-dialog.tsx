import { type ApiScope, apiScopes } from '@dineward/core/partner-api/api-scopes.ts'
import { Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '../../../kit/form/form-parts.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { createKey, integrationsKey } from './integrations.queries.ts'
import type { Secret } from './shown-once.tsx'

const empty = { name: '', scopes: [] as ApiScope[], endsOn: '', addresses: '' }

interface KeyDialogProps {
  readonly slug: string
  readonly onClose: () => void
  readonly onMade: (secret: Secret) => void
}

/** The least that the other system needs is asked for: nothing is ticked. */
export function KeyDialog({ slug, onClose, onMade }: KeyDialogProps) {
  const edit = useEditForm({
    initial: empty,
    labels: { scopes: 'Scopes', expiresAt: 'Last day', addresses: 'Addresses' },
    refresh: [integrationsKey(slug)],
    onDone: onClose,
    run: async ({ name, scopes, endsOn, addresses }) => {
      const { key } = await createKey(slug, {
        name,
        scopes,
        expiresAt: endsOn === '' ? null : new Date(`${endsOn}T23:59:59`).toISOString(),
        addresses: addresses.split(/[\s,]+/).filter(Boolean),
      })
      onMade({
        title: `The key of ${name}`,
        value: key,
        advice:
          'Whoever has it can do what its scopes allow. If it leaks, revoke it here and make another one.',
      })
      return `The key ${name} is made.`
    },
  })
  return (
    <FormDialog of={edit} title="New key" save="Make the key" needsReason={false} onClose={onClose}>
      <TextInput
        label="Name"
        description="The system that uses it, such as CRM. The audit log names it."
        required
        maxLength={80}
        data-autofocus
        {...edit.field('name')}
      />
      <Checkbox.Group
        label="Scopes"
        description="What it may read and write. Choose as few as the system needs."
        required
        value={edit.values.scopes}
        error={edit.errors.scopes}
        onChange={scopes => edit.change({ scopes: scopes as ApiScope[] })}
      >
        <Group gap="xs" mt="xs">
          {apiScopes.map(scope => (
            <Checkbox key={scope} value={scope} label={scope} w="12rem" />
          ))}
        </Group>
      </Checkbox.Group>
      <Stack gap="sm">
        <TextInput
          label="Last day"
          description="Empty: it works until it is revoked."
          type="date"
          {...edit.field('endsOn')}
          error={edit.errors.expiresAt}
        />
        <Textarea
          label="Addresses"
          description="IP addresses or ranges that may use it, such as 203.0.113.0/24. Empty: any."
          autosize
          minRows={1}
          {...edit.field('addresses')}
        />
      </Stack>
    </FormDialog>
  )
}
