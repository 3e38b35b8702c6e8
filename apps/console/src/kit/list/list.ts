import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { ReactNode } from 'react'
import type { ManyAction, RowAction } from '../action/action.ts'

/** A list of the console, described once: how it is drawn, filtered, sorted, saved as a view or a file, and acted on. */
export interface List<T> {
  /** It names the file, and the views that are saved. */
  readonly name: string
  /** What its order is called in the address, where a page has two lists; `sort` without it. */
  readonly sortName?: string
  /** Screen readers read it. */
  readonly label: string
  readonly columns: readonly ListColumn<T>[]
  readonly rowKey: (row: T) => string
  /** Rows are as high as what they say. */
  readonly isTall?: boolean
  /** The first cell links there, and a click on the row opens it. */
  readonly rowLink?: (row: T) => string
  readonly filters?: readonly ListFilter[]
  readonly actions?: readonly RowAction<T>[]
  /** For rows that were chosen; every row can be. */
  readonly forMany?: ManyAction<T>
  /** The server makes its file, which has more than the list. */
  readonly download?: () => Promise<void>
  /** What will be here, and how it gets here. */
  readonly empty: ReactNode
  /** Where filters leave no row; without it, the list says so and offers to clear them. */
  readonly noMatch?: ReactNode
}

export interface ListColumn<T> {
  readonly key: string
  readonly header: string
  /** It is what files say, what a whole list is sorted by, and what is shown without `cell`. */
  readonly value?: (row: T) => string | number | null
  readonly cell?: (row: T) => ReactNode
  /** Numbers line up on the right. */
  readonly isNumber?: boolean
  /** Only files have it, such as an id. */
  readonly isOnlyInFile?: boolean
  /** It holds buttons. */
  readonly isControl?: boolean
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** Each lives in the address under its name. */
export type ListFilter =
  | {
      readonly kind: 'search'
      readonly name: string
      readonly label: string
      readonly placeholder?: string
      readonly hasFocus?: boolean
    }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly label: string
      readonly choices: readonly Choice[]
      /** What the empty choice is called. */
      readonly any?: string
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: string }
  /** Programs in which one may do this; it is not drawn where there is only one. */
  | { readonly kind: 'program'; readonly name: 'partner'; readonly permission: Permission }
  /** A page is about one program: the one of the address, else the first. */
  | { readonly kind: 'one-program'; readonly name: 'partner'; readonly permission: Permission }
  /** It comes with a link, and is not drawn. */
  | { readonly kind: 'linked'; readonly name: string }

export const choicesOf = (words: Readonly<Record<string, string | { readonly label: string }>>): Choice[] =>
  Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.label,
  }))

export const choice = (name: string, label: string, choices: readonly Choice[], any = 'Any'): ListFilter => ({
  kind: 'choice',
  name,
  label,
  choices,
  any,
})

export const search = (label: string, placeholder = '', name = 'query') =>
  ({ kind: 'search', name, label, placeholder }) as const satisfies ListFilter

export const programFilter = (permission: Permission): ListFilter => ({
  kind: 'program',
  name: 'partner',
  permission,
})

export const oneProgramFilter = (permission: Permission): ListFilter => ({
  kind: 'one-program',
  name: 'partner',
  permission,
})

/** What the address asks for; a choice that the list does not have is none. */
export function filtersIn<F>(params: URLSearchParams, filters: readonly ListFilter[]): F {
  return Object.fromEntries(
    filters.flatMap(filter => {
      const value = params.get(filter.name)
      return value && hasChoice(filter, value) ? [[filter.name, value]] : []
    }),
  ) as F
}

export const hasChoice = (filter: ListFilter, value: string): boolean =>
  filter.kind !== 'choice' || filter.choices.some(choice => choice.value === value)
