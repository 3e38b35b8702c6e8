import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** Around a table: scrolls sideways on a phone, by keyboard too. */
export function Scrolling({
  label,
  minWidth,
  children,
}: {
  label: string
  minWidth: number
  children: ReactNode
}) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
    >
      {children}
    </Table.ScrollContainer>
  )
}
