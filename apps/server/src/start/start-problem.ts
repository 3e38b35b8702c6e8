import { connectionProblem } from '../db/connection-error.ts'
import { isDiskFull } from '../db/disk-full.ts'

/** What to do; a stack trace would bury it. */
export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, port } = error as NodeJS.ErrnoException & { readonly port?: number }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program: stop that one, or set PORT to a free port.`
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} is reserved for the system: set PORT to one above 1023, and let a proxy or a port forwarding answer at ${port}.`
  if (isDiskFull(error)) return 'The disk is full: make room, or set DATA_DIR to a folder on another disk.'
  return connectionProblem(error) ?? error.message
}
