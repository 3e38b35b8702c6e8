import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Button, Group, NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { isMoney } from '../../../lib/format.ts'
import { numberOf } from '../../../lib/number-field.ts'
import { useMay } from '../../../lib/staff.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
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
  onSave: (value: Referral | null, version: string, reason: string) => Promise<unknown>
}) {
  const saved = setting.value as Referral | null
  const mayChange = useMay('bonuses.change', program.slug)
  const factor = isMoney(program) ? 100 : 1
  const [value, setValue] = useState(saved)
  const [isAsking, setIsAsking] = useState(false)
  const isChanged = JSON.stringify(value) !== JSON.stringify(saved)
  useUnsavedChanges(isChanged)
  const unit = factor === 100 ? 'dollars' : program.currencyWords.plural
  const field = (name: keyof Referral, label: string, scale: number) => (
    <NumberInput
      label={label}
      value={(value?.[name] ?? 0) / scale}
      min={1 / scale}
      {...(scale === 1 ? { allowDecimal: false } : { decimalScale: 2, fixedDecimalScale: true })}
      onChange={next => {
        const number = numberOf(next)
        if (value && number !== null) setValue({ ...value, [name]: Math.round(number * scale) })
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
          <Button variant="default" disabled={!isChanged} onClick={() => setIsAsking(true)}>
            Save referral
          </Button>
        </Group>
      )}
      <ReasonDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Change referral?"
        confirm="Save referral"
        onConfirm={reason => onSave(value, setting.version, reason).then(forgetUnsavedChanges)}
      >
        {value
          ? 'It holds for friends whose first dine comes from now on.'
          : 'Invitations that are out earn nothing.'}
      </ReasonDialog>
    </Section>
  )
}
