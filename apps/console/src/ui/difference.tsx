import { Table, Text } from '@mantine/core'
import styles from './difference.module.css'
import { Scrolling } from './scrolling.tsx'

/** It shows what changed between two values by field, also what was added or removed. Equal fields are left out. */
export function Difference({
  before,
  after,
  labels = ['Before', 'After'],
}: {
  before: unknown
  after: unknown
  labels?: readonly [before: string, after: string]
}) {
  const changes = differences(
    before ?? (isPlain(after) ? {} : before),
    after ?? (isPlain(before) ? {} : after),
  )
  if (changes.length === 0) return <Text c="dimmed">No difference.</Text>
  return (
    <Scrolling label="Difference" minWidth={320}>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>{labels[0]}</Table.Th>
            <Table.Th>{labels[1]}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ path, from, to }) => (
            <Table.Tr key={path}>
              <Table.Th scope="row">{path || 'Value'}</Table.Th>
              <Table.Td className={styles.value}>
                <del>{textOf(from)}</del>
              </Table.Td>
              <Table.Td className={styles.value}>
                <ins>{textOf(to)}</ins>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}

/** Of a list, such as the members of an offer. */
const mostListed = 12

interface Change {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function differences(before: unknown, after: unknown, path = ''): Change[] {
  if (isPlain(before) && isPlain(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(key =>
      differences(before[key], after[key], path ? `${path}.${key}` : key),
    )
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, from: before, to: after }]
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '—'
  if (Array.isArray(value) && value.length > mostListed)
    return `${value.slice(0, mostListed).map(textOf).join(', ')} and ${value.length - mostListed} more`
  return typeof value === 'string' ? value : JSON.stringify(value)
}
