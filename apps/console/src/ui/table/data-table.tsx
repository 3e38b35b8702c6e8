import { ScrollArea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  createColumnHelper,
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  sortFn_alphanumericCaseSensitive,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { usePrinting } from '../../lib/printing.ts'
import { scrollingPart } from '../scrolling.tsx'
import { Loading } from '../states.tsx'
import styles from './data-table.module.css'
import { PaperTable } from './paper-table.tsx'

export interface TableColumn<T> {
  readonly key: string
  readonly header: string
  readonly cell: (row: T) => ReactNode
  /** Makes the column sortable, by what it returns; only for lists that are whole in the browser. */
  readonly sortBy?: (row: T) => string | number
  /** It is CSS, such as "minmax(12rem, 2fr)"; 1fr without it. */
  readonly width?: string
  /** On a phone, where cells have two lines; `width` without it. */
  readonly phoneWidth?: string
  /** Numbers line up on the right. */
  readonly isNumber?: boolean
  /** It is left out on a phone. */
  readonly isSecondary?: boolean
}

interface DataTableProps<T> {
  /** Screen readers read it. */
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  /** The first cell links there, and a click on the row opens it. */
  readonly rowLink?: (row: T) => string
  /** It is called near the end of a list that has more pages. */
  readonly onEnd?: () => void
  readonly isLoadingMore?: boolean
  readonly empty?: ReactNode
  /** It is the CSS height of the scrolling part; as high as its rows without it, up to 70 % of the window. */
  readonly height?: string
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumericCaseSensitive },
})
const rowHeights = { desk: 40, phone: 52 }

/**
 * Draws only the rows on screen, so that 10,000 scroll smoothly; on paper all that are loaded. Arrow keys move between
 * rows, Enter opens one.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, empty, isLoadingMore = false, height } = props
  const table = useSortedTable(columns, rows, rowKey)
  const sorted = table.getRowModel().rows
  const scroll = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const rowHeight = rowHeights[isPhone ? 'phone' : 'desk']
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: index => sorted[index]!.id,
    overscan: 12,
    onChange: ({ range }) => {
      if (range && range.endIndex > sorted.length - 30) props.onEnd?.()
    },
  })
  const isPrinting = usePrinting()
  if (rows.length === 0) return isLoadingMore ? <Loading /> : (empty ?? null)
  const template = {
    '--columns': columns.map(({ width }) => width ?? 'minmax(6rem, 1fr)').join(' '),
    '--row-height': `${rowHeight}px`,
  }
  const phone = columns
    .filter(({ isSecondary }) => !isSecondary)
    .map(({ width, phoneWidth }) => phoneWidth ?? width ?? 'minmax(5rem, 1fr)')
  return (
    <>
      {isPrinting && <PaperTable {...props} rows={sorted.map(({ original }) => original)} />}
      <ScrollArea
        viewportRef={scroll}
        className={styles.frame}
        h={height ?? `min(70vh, ${(sorted.length + 1) * rowHeight + 2}px)`}
        viewportProps={scrollingPart(label)}
      >
        <table
          className={styles.table}
          style={{ ...template, '--phone-columns': phone.join(' ') } as React.CSSProperties}
          aria-rowcount={sorted.length + 1}
        >
          <caption className={styles.caption}>{label}</caption>
          <Head columns={columns} table={table} />
          <tbody
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={moveFocus}
            onPointerOver={showWhole}
          >
            {virtualizer.getVirtualItems().map(({ index, start }) => (
              <BodyRow key={sorted[index]!.id} row={sorted[index]!} index={index} start={start} {...props} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}

function useSortedTable<T>(
  columns: readonly TableColumn<T>[],
  rows: readonly T[],
  rowKey: (row: T) => string,
) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, T & object>()
    return helper.columns(
      columns.map(({ key, sortBy }) =>
        helper.accessor(row => sortBy?.(row) ?? '', { id: key, enableSorting: sortBy !== undefined }),
      ),
    )
  }, [columns])
  return useTable({
    features,
    columns: definitions,
    data: rows as readonly (T & object)[],
    getRowId: rowKey,
    enableMultiSort: false,
  })
}

type SortedTable<T> = ReturnType<typeof useSortedTable<T>>

function Head<T>({ columns, table }: { columns: readonly TableColumn<T>[]; table: SortedTable<T> }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, header, sortBy, ...column }) => {
          const sorting = sortBy ? table.getColumn(key) : null
          const direction = sorting?.getIsSorted() || null
          const Arrow = direction === 'desc' ? IconArrowDown : IconArrowUp
          return (
            <th
              key={key}
              scope="col"
              className={cellClass(column)}
              {...(direction ? { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' } : {})}
            >
              {sorting ? (
                <button type="button" onClick={() => sorting.toggleSorting()}>
                  {header}
                  {direction && <Arrow size={14} aria-hidden />}
                </button>
              ) : (
                header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function BodyRow<T>({
  row,
  index,
  start,
  columns,
  rowLink,
}: { row: Row<typeof features, T & object>; index: number; start: number } & DataTableProps<T>) {
  const navigate = useNavigate()
  const to = rowLink?.(row.original)
  return (
    <tr
      aria-rowindex={index + 2}
      data-link={to !== undefined || undefined}
      style={{ transform: `translateY(${start}px)` }}
      onClick={event => {
        const isSelecting = !getSelection()?.isCollapsed
        const isOwn = (event.target as Element).closest('a, button, input, label')
        if (to !== undefined && !isOwn && !isSelecting) void navigate(to)
      }}
    >
      {columns.map((column, position) => (
        <td key={column.key} className={cellClass(column)}>
          {to !== undefined && position === 0 ? (
            <Link to={to}>{column.cell(row.original)}</Link>
          ) : (
            column.cell(row.original)
          )}
        </td>
      ))}
    </tr>
  )
}

function cellClass({ isNumber, isSecondary }: Pick<TableColumn<never>, 'isNumber' | 'isSecondary'>): string {
  return [isNumber && styles.number, isSecondary && styles.secondary].filter(Boolean).join(' ')
}

/** What does not fit into its cell is its tooltip. */
function showWhole({ target }: PointerEvent<HTMLTableSectionElement>): void {
  const cell = (target as Element).closest('td')
  if (cell && cell.title === '' && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? ''
}

function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = (event.target as Element).closest('tr')
  if (!step || !row) return
  const wanted = Number(row.getAttribute('aria-rowindex')) + step
  const next = event.currentTarget.querySelector<HTMLElement>(`tr[aria-rowindex="${wanted}"] a`)
  if (!next) return
  event.preventDefault()
  next.focus()
}
