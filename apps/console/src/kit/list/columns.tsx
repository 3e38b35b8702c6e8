import type { ReactNode } from 'react'
import { formatCents, formatNumber } from '../../lib/format.ts'
import { ProgramName } from '../../ui/program-name.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import type { ListColumn } from './list.ts'

/* The usual columns of lists, a line each. Their keys are their headers, in lower case. */

type More<T> = Partial<Pick<ListColumn<T>, 'cell' | 'isNumber'>>

const described = <T,>(header: string, rest: Omit<ListColumn<T>, 'key' | 'header'>): ListColumn<T> => ({
  key: header.toLowerCase().replaceAll(/\W+/g, '-'),
  header,
  ...rest,
})

/** It says its value, or `cell` of it. */
export const column = <T,>(
  header: string,
  value: (row: T) => string | number | null,
  more: More<T> = {},
): ListColumn<T> => described(header, { value, ...more })

/** People read it in words of its own, such as "250 points"; files have the number. */
export const numberColumn = <T,>(
  header: string,
  value: (row: T) => number,
  words: (value: number, row: T) => ReactNode = value => formatNumber(value),
): ListColumn<T> => described(header, { value, cell: row => words(value(row), row), isNumber: true })

/** Files have dollars, as "12.50". */
export const centsColumn = <T,>(header: string, value: (row: T) => number): ListColumn<T> =>
  described(header, {
    value: row => (value(row) / 100).toFixed(2),
    cell: row => formatCents(value(row)),
    isNumber: true,
  })

export const timeColumn = <T,>(
  header: string,
  value: (row: T) => string | null,
  as: 'time' | 'day' | 'relative' = 'relative',
): ListColumn<T> =>
  described(header, {
    value,
    cell: row => {
      const at = value(row)
      return at === null ? '—' : <Time at={at} as={as} />
    },
  })

export const programColumn = <T extends { readonly partner: string | null }>(none = ''): ListColumn<T> =>
  described('Program', {
    value: ({ partner }) => partner,
    cell: ({ partner }) => (partner === null ? none : <ProgramName slug={partner} />),
  })

/** A state, by what people call it and how good it is. */
export const statusColumn = <T, S extends string>(
  header: string,
  value: (row: T) => S,
  words: Readonly<Record<S, { readonly label: string; readonly tone: Tone }>>,
): ListColumn<T> =>
  described(header, {
    value,
    cell: row => <Status tone={words[value(row)].tone}>{words[value(row)].label}</Status>,
  })

/** Only files have it. */
export const fileColumn = <T,>(header: string, value: (row: T) => string | number | null): ListColumn<T> =>
  described(header, { value, isOnlyInFile: true })

export const controlColumn = <T,>(header: string, cell: (row: T) => ReactNode): ListColumn<T> =>
  described(header, { cell, isControl: true })
