import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** A table scrolls by itself within it, by keyboard too. */
export function Scrolling({
  label,
  minWidth,
  maxHeight,
  children,
}: {
  label: string
  minWidth: number
  maxHeight?: number
  children: ReactNode
}) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(maxHeight ? { mah: maxHeight } : {})}
      scrollAreaProps={{ viewportProps: scrollingPart(label) }}
    >
      {children}
    </Table.ScrollContainer>
  )
}

/** They make what scrolls reachable by keyboard, and give it a name. */
export const scrollingPart = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const
