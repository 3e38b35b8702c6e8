import { Anchor, type AnchorProps } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/staff.ts'

interface InnerLinkProps extends AnchorProps {
  /** Null: there is no link. */
  readonly to: string | null
  readonly children: ReactNode
}

export const InnerLink = ({ to, children, ...props }: InnerLinkProps) =>
  to === null ? (
    children
  ) : (
    <Anchor component={Link} to={to} fz="inherit" fw="inherit" {...props}>
      {children}
    </Anchor>
  )

/** In a cell of a list it is as high as a finger needs, and no wider than the cell. */
export const CellLink = (props: InnerLinkProps) => (
  <InnerLink
    display="inline-block"
    maw="100%"
    lh="24px"
    fw={600}
    truncate="end"
    style={{ verticalAlign: 'middle' }}
    {...props}
  />
)

/** Finance may see who and where without the right to open the page. */
export function usePlaces(partner: string) {
  const [seesMembers, seesRestaurants] = [useMay('members.read', partner), useMay('merchants.read', partner)]
  return useMemo(
    () => ({
      member: (id: string) => (seesMembers ? `/members/${encodeURIComponent(id)}` : null),
      dine: (id: string | null) =>
        seesMembers && id !== null ? `/transactions/${encodeURIComponent(id)}` : null,
      restaurant: (id: string) => (seesRestaurants ? `/restaurants/${encodeURIComponent(id)}` : null),
    }),
    [seesMembers, seesRestaurants],
  )
}

export type Places = ReturnType<typeof usePlaces>
