import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { Empty, Loading, Problem } from '../states.tsx'
import { Page } from './page.tsx'

interface LoadedPageProps<T> {
  readonly query: UseQueryResult<T>
  /** What it is a page of, while that is not here: "Member". */
  readonly title: string
  readonly parents: readonly { readonly to: string; readonly label: string }[]
  readonly children: (data: T) => ReactNode
}

/** A page of one thing has a title and a way back also while that loads, and where there is none. */
export function LoadedPage<T>({ query, title, parents, children }: LoadedPageProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError)
    return (
      <Page title={title} parents={parents}>
        <Loading />
      </Page>
    )
  const isMissing = query.error instanceof ApiError && query.error.code === 'not_found'
  return (
    <Page title={isMissing ? `${title} not found` : title} parents={parents}>
      {isMissing ? (
        <Empty title="There is none with this id">
          It may be of a program that your role does not include, or a letter of the address is missing.
        </Empty>
      ) : (
        <Problem error={query.error} retry={() => void query.refetch()} />
      )}
    </Page>
  )
}
