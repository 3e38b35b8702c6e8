import { TextInput } from '@mantine/core'
import { useFilter } from '../../lib/filters.ts'

/** A day, in the reader's time zone. */
export function DayFilter({ name, label }: { name: string; label: string }) {
  const [value, set] = useFilter(name)
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value || null)}
      w={150}
    />
  )
}
