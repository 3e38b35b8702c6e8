import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** Around a table: scrolls by itself, by keyboard too. */
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

/** Attributes of what scrolls: reached by keyboard, and named when it is. */
export const scrollingPart = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const
