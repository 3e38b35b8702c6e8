import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'

/** `wait`: a person or a process has to act; `warn`: soon; `bad`: something failed. */
export type Tone = 'good' | 'wait' | 'warn' | 'bad' | 'quiet'

const colors: Record<Tone, string> = {
  good: 'green',
  wait: 'blue',
  warn: 'orange',
  bad: 'red',
  quiet: 'gray',
}

/** The words say it; the color only repeats it. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge miw="max-content" color={colors[tone]} variant="light" tt="none" fw={600} autoContrast>
      {children}
    </Badge>
  )
}
