import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { MultiSelect } from '@mantine/core'
import { type AssignableRole, roleKey, roleOfKey, roleText } from './staff.queries.ts'

interface RoleSelectProps {
  readonly value: readonly StaffRole[]
  readonly assignable: readonly AssignableRole[]
  readonly onChange: (roles: readonly StaffRole[]) => void
}

/** Roles that the signed-in person may give, and those that are there. */
export function RoleSelect({ value, assignable, onChange }: RoleSelectProps) {
  const keys = new Set([...assignable, ...value].map(roleKey))
  const ofAll = [...keys].filter(key => key.startsWith('* '))
  const groups = Map.groupBy(
    [...keys].filter(key => !key.startsWith('* ')),
    key => roleOfKey(key).partner ?? '',
  )
  const options = (group: readonly string[]) =>
    group.map(key => ({ value: key, label: roleText(roleOfKey(key)) }))
  return (
    <MultiSelect
      label="Roles"
      description="Each allows what it says, in one program or in all."
      data={[
        ...(ofAll.length > 0 ? [{ group: 'All programs', items: options(ofAll) }] : []),
        ...[...groups].map(([group, items]) => ({ group, items: options(items) })),
      ]}
      value={value.map(roleKey)}
      onChange={next => onChange(next.map(roleOfKey))}
      searchable
      required
      nothingFoundMessage="No such role"
    />
  )
}
