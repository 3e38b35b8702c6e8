import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhone } from '../lib/media.ts'
import { Scrolling } from '../ui/scrolling.tsx'
import styles from './small-table.module.css'

type SmallColumn<T> = readonly [header: string, cell: (row: T) => ReactNode, kind?: 'number' | 'buttons']

interface SmallTableProps<T> {
  /** Screen readers read it. */
  readonly label: string
  /** It stands above the table, and names it in place of the label. */
  readonly caption?: string
  /** The first one is what the row is about. */
  readonly columns: readonly SmallColumn<T>[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string | number
  readonly minWidth?: number
  readonly maxHeight?: number
}

/** A few rows of a page that are all drawn, on a phone as cards; long lists are a `List`. */
export function SmallTable<T>(props: SmallTableProps<T>) {
  const { label, caption, columns, rows, rowKey, minWidth = 420, maxHeight } = props
  const isPhone = usePhone()
  return (
    <Scrolling label={label} minWidth={isPhone ? 0 : minWidth} {...(maxHeight ? { maxHeight } : {})}>
      <Table
        className={styles.table}
        fz="sm"
        captionSide="top"
        stickyHeader={maxHeight !== undefined}
        {...(caption ? {} : { 'aria-label': label })}
      >
        {caption && <Table.Caption ta="left">{caption}</Table.Caption>}
        <Table.Thead>
          <Table.Tr>
            {columns.map(([header, , kind]) => (
              <Table.Th key={header} className={kind === 'number' ? styles.number : undefined}>
                {kind === 'buttons' ? <VisuallyHidden>{header}</VisuallyHidden> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(([header, cell, kind], index) =>
                index === 0 ? (
                  <Table.Th key={header} scope="row" fw={500}>
                    {cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td
                    key={header}
                    className={kind === 'number' ? styles.number : undefined}
                    data-label={kind === 'buttons' ? undefined : header}
                  >
                    {cell(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}
