import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ApiKey } from '@dineward/core/partner-api/api-keys.contract.ts'
import { type ApiScope, apiScopes } from '@dineward/core/partner-api/api-scopes.ts'
import { Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { NumberField } from '../../kit/form/number-field.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { isMoney } from '../../lib/format.ts'
import { createKey, integrationsKey, limitKey } from './integrations.queries.ts'
import type { Secret } from './shown-once.tsx'

const empty = {
  name: '',
  scopes: [] as ApiScope[],
  endsOn: '',
  addresses: '',
  dailyRewards: null as number | null,
}

interface KeyDialogProps {
  readonly program: Program
  readonly onClose: () => void
  readonly onMade: (secret: Secret) => void
}

/** The least that the other system needs is asked for: nothing is ticked. */
export function KeyDialog({ program, onClose, onMade }: KeyDialogProps) {
  const { slug } = program
  const edit = useEditForm({
    initial: empty,
    labels: {
      scopes: 'Scopes',
      expiresAt: 'Last day',
      addresses: 'Addresses',
      dailyRewards: 'Rewards a day',
    },
    refresh: [integrationsKey(slug)],
    onDone: onClose,
    run: async ({ name, scopes, endsOn, addresses, dailyRewards }) => {
      const { key } = await createKey(slug, {
        name,
        scopes,
        expiresAt: endsOn === '' ? null : new Date(`${endsOn}T23:59:59`).toISOString(),
        addresses: addresses.split(/[\s,]+/).filter(Boolean),
        dailyRewards: gives(scopes) ? dailyRewards : null,
      })
      onMade({
        title: `The key of ${name}`,
        value: key,
        advice:
          'Anyone who has it can do what its scopes allow. If it leaks, revoke it here and make another one.',
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
        {gives(edit.values.scopes) && (
          <DailyField
            program={program}
            value={edit.values.dailyRewards}
            error={edit.errors.dailyRewards}
            onChange={dailyRewards => edit.change({ dailyRewards })}
          />
        )}
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

/** Only keys with these scopes give rewards. */
export const gives = (scopes: readonly ApiScope[]) =>
  scopes.includes('rewards:write') || scopes.includes('claims:write')

interface DailyFieldProps {
  readonly program: Program
  readonly value: number | null
  readonly error: string | undefined
  readonly onChange: (value: number | null) => void
}

function DailyField({ program, ...field }: DailyFieldProps) {
  const isCents = isMoney(program)
  return (
    <NumberField
      label={`Rewards a day, ${isCents ? 'dollars' : program.currencyWords.plural}`}
      description="What it gives by itself; above it each reward waits for a person. Empty: as much as the limits of the program let any key give."
      unit={isCents ? 100 : 1}
      allowDecimal={isCents}
      min={0}
      {...field}
    />
  )
}

interface KeyLimitDialogProps {
  readonly program: Program
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

/** Nothing else of a key can be changed: another one is made. */
export function KeyLimitDialog({ program, apiKey, onClose }: KeyLimitDialogProps) {
  const { slug } = program
  const edit = useEditForm({
    initial: { dailyRewards: apiKey.dailyRewards },
    labels: { dailyRewards: 'Rewards a day' },
    refresh: [integrationsKey(slug)],
    onDone: onClose,
    run: async ({ dailyRewards }) => {
      await limitKey(slug, apiKey.id, { dailyRewards })
      return `The limit of the key ${apiKey.name} is saved.`
    },
  })
  return (
    <FormDialog
      of={edit}
      title={`Limit of ${apiKey.name}`}
      save="Save the limit"
      needsReason={false}
      onClose={onClose}
    >
      <DailyField
        program={program}
        value={edit.values.dailyRewards}
        error={edit.errors.dailyRewards}
        onChange={dailyRewards => edit.change({ dailyRewards })}
      />
    </FormDialog>
  )
}
