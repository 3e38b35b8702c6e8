import { Button, Checkbox, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFilter } from '../../lib/filters.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import type { RowAction } from '../action/action.ts'
import { RowActionDialog } from '../action/row-action-dialog.tsx'
import { FileButton } from './file-button.tsx'
import { filtersIn, type List, type ListColumn } from './list.ts'
import { ListFilters } from './list-filters.tsx'
import type { ListRows } from './rows.ts'
import { sortOf, sortText } from './saved-view.ts'
import { SavedViews } from './saved-views.tsx'

interface ListViewProps<T> {
  readonly of: List<T>
  readonly rows: ListRows<T>
  /** It is the CSS height of the scrolling part. */
  readonly height?: string
  /** It stands between the filters and the rows. */
  readonly children?: ReactNode
}

interface ListPageProps<T> extends ListViewProps<T> {
  readonly title: string
  readonly intro?: ReactNode
  readonly actions?: ReactNode
}

/** What the address asks of a list. */
export function useListFilters<F>({ filters = [] }: Pick<List<never>, 'filters'>): F {
  const [params] = useSearchParams()
  return filtersIn<F>(params, filters)
}

/** A page that is a list. */
export function ListPage<T>({ title, intro, actions, ...list }: ListPageProps<T>) {
  return (
    <Page title={title} intro={intro} actions={actions}>
      <ListView {...list} />
    </Page>
  )
}

/** A list with its filters, its saved views, its file, and what can be done to its rows. */
export function ListView<T>({
  of,
  rows: { rows, error, retry, ...more },
  height,
  children,
}: ListViewProps<T>) {
  const [sort, setSort] = useFilter(of.sortName ?? 'sort')
  const [asked, setAsked] = useState<{ action: RowAction<T>; rows: readonly T[] } | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const choice = useChoice(of, rows ?? [])
  const ask = (action: RowAction<T>, chosen: readonly T[]) => setAsked({ action, rows: chosen })
  const columns = [
    ...(choice.isOffered ? [choice.column] : []),
    ...of.columns.filter(({ isOnlyInFile }) => !isOnlyInFile).map(one => tableColumn(one, more.isWhole)),
    ...actionColumns(of.actions ?? [], rows ?? [], ask),
  ]
  return (
    <>
      <ListFilters filters={of.filters ?? []}>
        <SavedViews of={of} />
        {rows && rows.length > 0 && <FileButton of={of} readAll={more.readAll} />}
      </ListFilters>
      {children}
      {error !== null && <Problem error={error} retry={retry} />}
      {!rows && error === null && <Loading />}
      {choice.isOffered && (
        <ChoiceBar
          {...choice}
          actions={of.actions ?? []}
          onAsk={ask}
          {...(of.forMany ? { forMany: { label: of.forMany.label, open: () => setIsChanging(true) } } : {})}
        />
      )}
      {rows && (
        <DataTable
          label={of.label}
          columns={columns}
          rows={rows}
          rowKey={of.rowKey}
          {...(of.rowLink ? { rowLink: of.rowLink } : {})}
          {...(more.isWhole ? {} : { onEnd: more.loadMore })}
          {...(height ? { height } : {})}
          isTall={of.isTall ?? false}
          isLoadingMore={more.isLoadingMore}
          sort={sortOf(sort)}
          onSort={next => setSort(sortText(next))}
          empty={<Nothing of={of} />}
        />
      )}
      {isChanging &&
        of.forMany?.dialog({
          rows: choice.chosen,
          onClose: () => setIsChanging(false),
          onDone: row => choice.set([row], false),
        })}
      {asked && (
        <RowActionDialog
          {...asked}
          current={row => rows?.find(one => of.rowKey(one) === of.rowKey(row))}
          valuesOf={row => valuesOf(of.columns, row)}
          onClose={() => setAsked(null)}
          onDone={row => choice.set([row], false)}
        />
      )}
    </>
  )
}

function Nothing<T>({ of: { filters = [], empty, noMatch } }: { of: List<T> }) {
  const [params, setParams] = useSearchParams()
  if (!filters.some(({ name, kind }) => kind !== 'one-program' && params.get(name))) return empty
  if (noMatch) return noMatch
  return (
    <Empty
      title="Nothing matches these filters"
      action={
        <Button variant="default" onClick={() => setParams({})}>
          Clear filters
        </Button>
      }
    />
  )
}

const valuesOf = <T,>(columns: readonly ListColumn<T>[], row: T) =>
  Object.fromEntries(columns.flatMap(({ header, value }) => (value ? [[header, value(row)]] : [])))

function tableColumn<T>(column: ListColumn<T>, isSortable: boolean): TableColumn<T> {
  const { value } = column
  return {
    ...column,
    cell: column.cell ?? (row => value?.(row)),
    ...(value && isSortable ? { sortBy: (row: T) => value(row) ?? '' } : {}),
  }
}

type Ask<T> = (action: RowAction<T>, rows: readonly T[]) => void

/** None where nothing can be done to any row. */
function actionColumns<T>(
  actions: readonly RowAction<T>[],
  rows: readonly T[],
  onAsk: Ask<T>,
): TableColumn<T>[] {
  if (!rows.some(row => actions.some(({ isFor }) => isFor(row)))) return []
  const column: TableColumn<T> = {
    key: 'actions',
    header: 'Actions',
    isControl: true,
    cell: row => (
      <Group gap={6} wrap="nowrap">
        {actions
          .filter(({ isFor }) => isFor(row))
          .map(action => (
            <Button
              key={action.label}
              size="compact-sm"
              variant="default"
              aria-label={`${action.label} ${action.nameOf(row)}`}
              onClick={() => onAsk(action, [row])}
            >
              {action.label}
            </Button>
          ))}
      </Group>
    ),
  }
  return [column]
}

/** Which rows were chosen, of those that something can be done to. */
function useChoice<T>({ actions = [], forMany: many, rowKey }: List<T>, rows: readonly T[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const forMany = actions.filter(({ isForMany }) => isForMany)
  const nameOf = many?.nameOf ?? forMany[0]?.nameOf
  const canChoose = (row: T) => many !== undefined || forMany.some(({ isFor }) => isFor(row))
  const choosable = nameOf ? rows.filter(canChoose) : []
  function set(changed: readonly T[], isChosen: boolean) {
    setKeys(known => {
      const next = new Set(known)
      for (const row of changed) isChosen ? next.add(rowKey(row)) : next.delete(rowKey(row))
      return next
    })
  }
  const column: TableColumn<T> = {
    key: 'choice',
    header: 'Choose',
    isControl: true,
    cell: row =>
      canChoose(row) && (
        <Checkbox
          size="md"
          aria-label={`Choose ${nameOf!(row)}`}
          checked={keys.has(rowKey(row))}
          onChange={({ currentTarget }) => set([row], currentTarget.checked)}
        />
      ),
  }
  const chosen = choosable.filter(row => keys.has(rowKey(row)))
  return { isOffered: choosable.length > 0, choosable, chosen, set, column }
}

interface ChoiceBarProps<T> {
  readonly choosable: readonly T[]
  readonly chosen: readonly T[]
  readonly set: (rows: readonly T[], isChosen: boolean) => void
  readonly actions: readonly RowAction<T>[]
  readonly onAsk: Ask<T>
  readonly forMany?: { readonly label: string; readonly open: () => void }
}

function ChoiceBar<T>({ choosable, chosen, set, actions, onAsk, forMany }: ChoiceBarProps<T>) {
  const isAll = chosen.length === choosable.length
  return (
    <Group gap="sm" mih={30}>
      <Checkbox
        size="xs"
        label={`Choose all ${choosable.length} that are loaded`}
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => set(choosable, !isAll)}
      />
      <Text fz="sm" role="status">
        {chosen.length > 0 && `${chosen.length} chosen`}
      </Text>
      {actions
        .filter(({ isForMany }) => isForMany)
        .map(action => ({ action, rows: chosen.filter(action.isFor) }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ action, rows }) => (
          <Button key={action.label} size="compact-sm" onClick={() => onAsk(action, rows)}>
            {action.label}: {rows.length}
          </Button>
        ))}
      {forMany && chosen.length > 0 && (
        <Button size="compact-sm" onClick={forMany.open}>
          {forMany.label}: {chosen.length}
        </Button>
      )}
    </Group>
  )
}
