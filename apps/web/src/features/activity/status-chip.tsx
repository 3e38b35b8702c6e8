import type { ReactNode } from 'react'
import { Chip } from '../../ui/chip.tsx'
import type { StatusLook } from './dines/dine-status.ts'

const looks = {
  paid: { kind: 'done', icon: 'check' },
  waiting: { kind: 'plain', icon: 'clock' },
  held: { kind: 'warn', icon: 'clock' },
  nothing: { kind: 'plain', icon: 'minus' },
} as const satisfies Record<StatusLook, object>

export function StatusChip({ look, children }: { look: StatusLook; children: ReactNode }) {
  return <Chip {...looks[look]}>{children}</Chip>
}
