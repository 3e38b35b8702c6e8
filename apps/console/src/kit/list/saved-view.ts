import type { Sort } from '../../ui/table/data-table.tsx'
import { hasChoice, type List } from './list.ts'

/** It is an address with a name. */
export interface SavedView {
  readonly name: string
  readonly search: string
}

type Described = Pick<List<never>, 'filters' | 'columns' | 'sortName'>

/** What of the address is the list's own: a page may have more in it. */
const namesOf = ({ filters = [], sortName = 'sort' }: Described): string[] => [
  ...filters.map(({ name }) => name),
  sortName,
]

/** "-name" in the address is the column `name`, descending. */
export const sortOf = (text: string | null): Sort | null =>
  text ? { key: text.replace(/^-/, ''), isDescending: text.startsWith('-') } : null
export const sortText = (sort: Sort | null): string | null =>
  sort && `${sort.isDescending ? '-' : ''}${sort.key}`

/** @returns filters and order, without what else is in the address, such as an open entry. */
export function viewOf(params: URLSearchParams, list: Described): string {
  const names = namesOf(list)
  return new URLSearchParams([...params].filter(([name]) => names.includes(name))).toString()
}

/** The address with a view in place of the list's filters and order. */
export function withView(params: URLSearchParams, search: string, list: Described): string {
  const names = namesOf(list)
  const others = [...params].filter(([name]) => !names.includes(name))
  return new URLSearchParams([...others, ...new URLSearchParams(search)]).toString()
}

/** A list changes after a view was saved. @returns what of the view the list still has, and in words what it has not */
export function openView(
  search: string,
  { filters = [], columns, sortName = 'sort' }: Described,
): { search: string; gone: string[] } {
  const params = new URLSearchParams(search)
  const gone: string[] = []
  for (const [name, value] of [...params]) {
    const filter = filters.find(one => one.name === name)
    const isKnown =
      name === sortName
        ? columns.some(({ key, value: has }) => has && key === sortOf(value)?.key)
        : filter && hasChoice(filter, value)
    if (isKnown) continue
    params.delete(name)
    gone.push(name === sortName ? `the column “${sortOf(value)?.key}”` : `the filter “${name}: ${value}”`)
  }
  return { search: params.toString(), gone }
}
