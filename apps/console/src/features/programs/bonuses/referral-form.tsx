import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Group, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Done } from '../../../kit/action/action.ts'
import { ActionButton } from '../../../kit/action/action-dialog.tsx'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { isMoney } from '../../../lib/format.ts'
import { useMay } from '../../../lib/staff.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { Section } from '../../../ui/page/section.tsx'

interface Referral {
  readonly referrerUnits: number
  readonly friendUnits: number
  readonly yearlyLimit: number
}

export function ReferralForm({
  program,
  setting,
  onSave,
}: {
  program: Program
  setting: ConsoleSetting
  onSave: (value: Referral | null, version: string, reason: string) => Promise<Done>
}) {
  const saved = setting.value as Referral | null
  const mayChange = useMay('bonuses.change', program.slug)
  const factor = isMoney(program) ? 100 : 1
  const [value, setValue] = useState(saved)
  const isChanged = JSON.stringify(value) !== JSON.stringify(saved)
  useUnsavedChanges(isChanged)
  const unit = factor === 100 ? 'dollars' : program.currencyWords.plural
  const field = (name: keyof Referral, label: string, scale: number) => (
    <NumberField
      label={label}
      unit={scale}
      value={value?.[name] ?? 0}
      min={1 / scale}
      {...(scale === 1 ? { allowDecimal: false } : { decimalScale: 2, fixedDecimalScale: true })}
      onChange={next => {
        if (value && next !== null) setValue({ ...value, [name]: next })
      }}
      disabled={!mayChange}
    />
  )
  return (
    <Section title="Referral" intro="A friend’s first dine rewards both.">
      <Switch
        label="Members invite friends"
        checked={value !== null}
        disabled={!mayChange}
        onChange={event =>
          setValue(
            event.currentTarget.checked
              ? (saved ?? { referrerUnits: 5 * factor, friendUnits: 5 * factor, yearlyLimit: 10 })
              : null,
          )
        }
      />
      {value && (
        <Group align="flex-end">
          {field('referrerUnits', `Member earns, ${unit}`, factor)}
          {field('friendUnits', `Friend earns, ${unit}`, factor)}
          {field('yearlyLimit', 'Friends a year', 1)}
        </Group>
      )}
      {mayChange && (
        <Group>
          <ActionButton
            label="Save referral"
            button={{ disabled: !isChanged }}
            title="Change referral?"
            confirm="Save referral"
            run={async ({ reason }) => {
              const done = await onSave(value, setting.version, reason)
              forgetUnsavedChanges()
              return done
            }}
          >
            {value
              ? 'It holds for friends whose first dine comes from now on.'
              : 'Invitations that are out earn nothing.'}
          </ActionButton>
        </Group>
      )}
    </Section>
  )
}
