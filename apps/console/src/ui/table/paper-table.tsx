import type { ReactNode } from 'react'
import styles from './paper-table.module.css'

interface PaperColumn<T> {
  readonly key: string
  readonly header: string
  readonly cell: (row: T) => ReactNode
  readonly isNumber?: boolean
}

interface PaperTableProps<T> {
  readonly label: string
  readonly columns: readonly PaperColumn<T>[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly onEnd?: () => void
}

/** Paper does not scroll: every row that is loaded, with the headers on each sheet. */
export function PaperTable<T>({ label, columns, rows, rowKey, onEnd }: PaperTableProps<T>) {
  return (
    <table className={styles.table}>
      <caption>
        {label}: {rows.length} rows{onEnd && ' that were loaded'}
      </caption>
      <thead>
        <tr>
          {columns.map(({ key, header, isNumber }) => (
            <th key={key} scope="col" data-number={isNumber}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, cell, isNumber }) => (
              <td key={key} data-number={isNumber}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
