import type { ListedRule } from '@dineward/core/approvals/approvals.contract.ts'
import { type ApprovalRule, controlledActions } from '@dineward/core/approvals/approvals.rules.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limitText } from '../../features/approvals/approval-words.ts'
import { changeRule, rulesQuery } from '../../features/approvals/approvals.queries.ts'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { DollarField, NumberField } from '../../kit/form/number-field.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { column, programColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { isMoney } from '../../lib/format.ts'
import { may, programOf, useStaff } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'

export function Component() {
  const staff = useStaff()
  const [changed, setChanged] = useState<ListedRule | null>(null)
  const limitOf = (field: 'perAction' | 'perMemberDay' | 'perPersonDay') => (rule: ListedRule) =>
    limitText(rule.action, programOf(staff, rule.partner), rule[field])
  const list: List<ListedRule> = {
    name: 'limits',
    label: 'Up to what one person acts alone',
    rowKey: ({ partner, action }) => `${partner} ${action}`,
    filters: [programFilter('insight.read')],
    columns: [
      column('What', ({ action }) => controlledActions[action].name),
      programColumn(),
      column('One action', limitOf('perAction')),
      column('A member a day', limitOf('perMemberDay')),
      column('A person a day', limitOf('perPersonDay')),
      {
        key: 'change',
        header: 'Change',
        isControl: true,
        cell: rule =>
          may(staff, 'staff.change', rule.partner) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Change the limits of ${controlledActions[rule.action].name}, ${rule.partner}`}
              onClick={() => setChanged(rule)}
            >
              Change
            </Button>
          ),
      },
    ],
    empty: <Empty title="There is no program">Limits are set by program.</Empty>,
  }
  const { partner } = useListFilters<{ partner?: string }>(list)
  const rules = useQuery(rulesQuery(partner))
  return (
    <>
      <ListPage
        of={list}
        rows={wholeRows(rules, items => items)}
        title="Limits"
        intro="Up to these one person acts alone; above them a second person decides. A change of a limit takes two people itself."
      />
      {changed && <LimitForm rule={changed} onDone={() => setChanged(null)} />}
    </>
  )
}

const limitFields = [
  ['perAction', 'One action'],
  ['perMemberDay', 'One member in 24 hours'],
  ['perPersonDay', 'One person in 24 hours'],
] as const

function LimitForm({ rule, onDone }: { rule: ListedRule; onDone: () => void }) {
  const { perAction, perMemberDay, perPersonDay } = rule
  const { name, measure } = controlledActions[rule.action]
  const edit = useEditForm({
    initial: { perAction, perMemberDay, perPersonDay } as Record<keyof ApprovalRule, number | null>,
    refresh: [['approvals']],
    onDone,
    run: ({ perAction, perMemberDay, perPersonDay }, { reason }) =>
      changeRule(rule, {
        perAction: perAction ?? 0,
        perMemberDay: perMemberDay ?? 0,
        perPersonDay: perPersonDay ?? 0,
        reason,
      }).then(() => 'Changed.'),
  })
  const program = programOf(useStaff(), rule.partner)
  const inDollars = measure === 'cents' || (measure === 'reward' && program !== undefined && isMoney(program))
  const Field = inDollars ? DollarField : NumberField
  const unit = measure === 'times' ? 'How often. ' : inDollars ? '' : 'In points or miles. '
  return (
    <FormDialog of={edit} title={`Limits of “${name}”`} save="Ask for the change" size="md" onClose={onDone}>
      {limitFields.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          description={field === 'perAction' ? `${unit}0: never by one person.` : undefined}
          allowDecimal={inDollars}
          min={0}
          value={edit.values[field]}
          onChange={value => edit.change({ [field]: value })}
          error={edit.errorsOf([field])[field]}
        />
      ))}
      <Text fz="sm" c="dimmed">
        It waits for another person who may change staff accounts.
      </Text>
    </FormDialog>
  )
}
