import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { Select } from '@mantine/core'
import { useFilter } from '../lib/filters.ts'
import { useProgramsWith } from '../lib/staff.ts'

/** A page about one program shows the one in the address, else the first. */
export function useOneProgram(permission: Permission): Program | undefined {
  const programs = useProgramsWith(permission)
  const [slug] = useFilter('partner')
  return programs.find(one => one.slug === slug) ?? programs[0]
}

/** Nothing where there is only one program to choose. */
export function OneProgramFilter({ permission }: { permission: Permission }) {
  const programs = useProgramsWith(permission)
  const program = useOneProgram(permission)
  const [, set] = useFilter('partner')
  if (programs.length < 2) return null
  return (
    <Select
      label="Program"
      data={programs.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={program?.slug ?? null}
      onChange={set}
      allowDeselect={false}
      w={220}
    />
  )
}
