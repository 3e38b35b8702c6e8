import { NativeSelect, ScrollArea } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
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
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link, useNavigate } from 'react-router'
import { usePhone, usePrinting } from '../../lib/media.ts'
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
  /** It holds buttons or a box to tick: what they are is plain without a header, and they are not what links. */
  readonly isControl?: boolean
  /** Numbers line up on the right. */
  readonly isNumber?: boolean
}

export interface Sort {
  readonly key: string
  readonly isDescending: boolean
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
  /** With `onSort`, the order is kept outside of the table. */
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort | null) => void
  /** Rows are as high as what they say, as cards always are. */
  readonly isTall?: boolean
  /** It is the CSS height of the scrolling part; as high as its rows without it, up to 70 % of the window. */
  readonly height?: string
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumericCaseSensitive },
})
const rowHeight = 40

/**
 * Draws only the rows on screen, so that 10,000 scroll smoothly; on a phone each is a card, on paper all that are loaded
 * are rows. Arrow keys move between rows, Enter opens one.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, empty, isLoadingMore = false, isTall = false } = props
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const { sort = ownSort, onSort = setOwnSort } = props
  const sorted = useSortedRows(props, sort)
  const scroll = useRef<HTMLDivElement>(null)
  const isPhone = usePhone()
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (isPhone ? 24 * columns.length + 20 : rowHeight),
    getItemKey: index => sorted[index]!.id,
    overscan: 12,
    onChange: ({ range }) => {
      if (range && range.endIndex > sorted.length - 30) props.onEnd?.()
    },
  })
  const isPrinting = usePrinting()
  const items = virtualizer.getVirtualItems()
  const table = useRef<HTMLTableElement>(null)
  const template = useColumnWidths(table, isPhone ? '' : `${columns.map(({ key }) => key)} ${items[0]?.key}`)
  if (rows.length === 0) return isLoadingMore ? <Loading /> : (empty ?? null)
  const size = virtualizer.getTotalSize()
  return (
    <>
      {isPrinting && <PaperTable {...props} rows={sorted.map(({ original }) => original)} />}
      {isPhone && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <ScrollArea
        viewportRef={scroll}
        className={styles.frame}
        h={props.height ?? `min(70vh, ${size + 2 + (isPhone ? 0 : rowHeight)}px)`}
        viewportProps={scrollingPart(label)}
      >
        <table
          ref={table}
          className={styles.table}
          data-cards={isPhone || undefined}
          data-tall={isTall || undefined}
          style={{ '--columns': template, '--row-height': `${rowHeight}px` } as React.CSSProperties}
          aria-rowcount={sorted.length + 1}
        >
          <caption className={styles.hidden}>{label}</caption>
          <Head columns={columns} sort={sort} onSort={isPhone ? undefined : onSort} />
          <tbody style={{ height: size }} onKeyDown={moveFocus} onPointerOver={showWhole}>
            {items.map(({ index, start }) => (
              <BodyRow
                key={sorted[index]!.id}
                row={sorted[index]!}
                index={index}
                start={start}
                {...(isPhone || isTall ? { measure: virtualizer.measureElement } : {})}
                {...props}
              />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  )
}

const narrowest = 96
const widest = 560
const neverCut = `[data-control], .${styles.number}, :has(time, .mantine-Badge-root)`

/**
 * Columns are as wide as what their first rows say. Where there is not room for that, the widest texts give way;
 * numbers, times, states and controls do not. They are measured again where `contents` is another, and stay while rows scroll.
 * @returns CSS of the grid
 */
function useColumnWidths(table: RefObject<HTMLTableElement | null>, contents: string): string {
  const [template, setTemplate] = useState('')
  const { width: windowWidth } = useViewportSize()
  useLayoutEffect(() => {
    const { current } = table
    if (!current || contents === '' || windowWidth === 0) return
    const room = current.clientWidth
    current.dataset.measured = ''
    const rows = [...current.rows].map(({ cells }) => [...cells])
    const natural = (rows[0] ?? []).map((_, index) =>
      Math.min(
        widest,
        Math.max(...rows.map(cells => Math.ceil(cells[index]!.getBoundingClientRect().width))),
      ),
    )
    const isWhole = natural.map((_, index) => rows[1]?.[index]?.matches(neverCut) ?? false)
    delete current.dataset.measured
    const gaps = 12 * (natural.length + 1)
    const widths = limited(natural, isWhole, room - gaps)
    setTemplate(
      widths
        .map((width, i) =>
          rows[1]?.[i]?.dataset.control !== undefined
            ? `${width}px`
            : `minmax(${isWhole[i] ? width : Math.min(width, narrowest)}px, ${width}fr)`,
        )
        .join(' '),
    )
  }, [table, contents, windowWidth])
  return template
}

/** Those above a limit get the limit: the highest with which all have room. */
function limited(widths: readonly number[], isFixed: readonly boolean[], room: number): number[] {
  let left = room - widths.reduce((sum, width, i) => (isFixed[i] ? sum + width : sum), 0)
  const flexible = widths.filter((_, i) => !isFixed[i]).toSorted((a, b) => a - b)
  let limit = widest
  for (const [i, width] of flexible.entries()) {
    limit = left / (flexible.length - i)
    if (width > limit) break
    left -= width
    limit = widest
  }
  return widths.map((width, i) => (isFixed[i] ? width : Math.min(width, Math.max(limit, narrowest))))
}

function useSortedRows<T>({ columns, rows, rowKey }: DataTableProps<T>, sort: Sort | null) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, T & object>()
    return helper.columns(
      columns.map(({ key, sortBy }) =>
        helper.accessor(row => sortBy?.(row) ?? '', { id: key, enableSorting: sortBy !== undefined }),
      ),
    )
  }, [columns])
  const isKnown = columns.some(({ key, sortBy }) => key === sort?.key && sortBy)
  const table = useTable({
    features,
    columns: definitions,
    data: rows as readonly (T & object)[],
    getRowId: rowKey,
    state: { sorting: sort && isKnown ? [{ id: sort.key, desc: sort.isDescending }] : [] },
  })
  return table.getRowModel().rows
}

interface HeadProps<T> {
  readonly columns: readonly TableColumn<T>[]
  readonly sort: Sort | null
  readonly onSort: ((sort: Sort | null) => void) | undefined
}

function Head<T>({ columns, sort, onSort }: HeadProps<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, header, sortBy, ...column }) => {
          const isSorted = key === sort?.key && sortBy !== undefined
          const Arrow = sort?.isDescending ? IconArrowDown : IconArrowUp
          return (
            <th
              key={key}
              scope="col"
              className={cellClass(column)}
              {...(isSorted ? { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' } : {})}
            >
              {sortBy && onSort ? (
                <button type="button" onClick={() => onSort(sortAfter(sort, key))}>
                  {header}
                  {isSorted && <Arrow size={14} aria-hidden />}
                </button>
              ) : (
                <span className={column.isControl ? styles.hidden : undefined}>{header}</span>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Ascending, descending, then as the rows came. */
function sortAfter(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false }
  return sort.isDescending ? null : { key, isDescending: true }
}

/** Cards have no headers to press. */
function SortSelect<T>({ columns, sort, onSort }: HeadProps<T>) {
  const sortable = columns.filter(({ sortBy }) => sortBy)
  if (sortable.length === 0) return null
  return (
    <NativeSelect
      label="Sort by"
      value={sort ? `${sort.isDescending ? '-' : ''}${sort.key}` : ''}
      onChange={({ currentTarget: { value } }) =>
        onSort?.(value ? { key: value.replace('-', ''), isDescending: value.startsWith('-') } : null)
      }
      data={[
        { value: '', label: 'As listed' },
        ...sortable.flatMap(({ key, header }) => [
          { value: key, label: header },
          { value: `-${key}`, label: `${header}, descending` },
        ]),
      ]}
    />
  )
}

interface BodyRowProps<T> {
  readonly row: Row<typeof features, T & object>
  readonly index: number
  readonly start: number
  /** Cards are as high as what they say. */
  readonly measure?: (element: Element | null) => void
}

function BodyRow<T>({ row, index, start, measure, columns, rowLink }: BodyRowProps<T> & DataTableProps<T>) {
  const navigate = useNavigate()
  const linked = columns.findIndex(({ isControl }) => !isControl)
  const to = rowLink?.(row.original)
  return (
    <tr
      ref={measure}
      data-index={index}
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
        <td
          key={column.key}
          className={cellClass(column)}
          data-control={column.isControl || undefined}
          data-label={position === linked || column.isControl ? undefined : column.header}
        >
          {to !== undefined && position === linked ? (
            <Link to={to}>{column.cell(row.original)}</Link>
          ) : (
            column.cell(row.original)
          )}
        </td>
      ))}
    </tr>
  )
}

const cellClass = ({ isNumber }: Pick<TableColumn<never>, 'isNumber'>): string =>
  isNumber ? styles.number! : ''

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
  const kind = (event.target as Element).matches('input') ? 'input' : 'a'
  const next = event.currentTarget.querySelector<HTMLElement>(`tr[aria-rowindex="${wanted}"] ${kind}`)
  if (!next) return
  event.preventDefault()
  next.focus()
}
