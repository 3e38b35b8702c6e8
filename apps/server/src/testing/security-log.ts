import type { AppOptions } from '../app.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export interface SecurityLine {
  readonly event: string
  readonly outcome: string
  readonly reason: string
  readonly level: number
  readonly reqId: string
  readonly time: number
  readonly client: string
  readonly way?: string
  readonly route?: string
  readonly partner?: string
  readonly member?: string
  readonly staff?: string
  readonly about?: string
  readonly tried?: string
  readonly session?: string
  readonly found?: string
}

/** They are in the order of the list. */
export const eventsOfStaff = [
  'staff_sign_in',
  'staff_sign_out',
  'staff_lock',
  'second_factor',
  'staff_account',
  'staff_credentials',
  'permission',
]

/** The app with the log that production writes, and what its security events were. */
export async function appWithSecurityLog(overrides: Partial<AppOptions> = {}): Promise<{
  readonly app: TestApp
  /** @returns those since the last call, as `event/outcome/reason` */
  taken(): string[]
  /** @returns those since the last call */
  takenLines(): SecurityLine[]
  /** All of the run, and all that was logged. */
  readonly seen: Set<string>
  readonly log: readonly string[]
}> {
  const log: string[] = []
  const seen = new Set<string>()
  let read = 0
  const app = await createTestApp({
    logLevel: 'info',
    logStream: { write: line => void log.push(line) },
    ...overrides,
  })
  const takenLines = () => {
    const lines = log.slice(read).map(line => JSON.parse(line))
    read = log.length
    const events = lines.filter(({ msg }) => msg === 'security event') as SecurityLine[]
    for (const name of events.map(nameOf)) seen.add(name)
    return events
  }
  const taken = () => takenLines().map(nameOf)
  return { app, taken, takenLines, seen, log }
}

const nameOf = ({ event, outcome, reason }: SecurityLine) => `${event}/${outcome}/${reason}`
