/** Redemption statuses are written with a capital here (shell §3.3). Unknown ones wait. */
export function creditStatus(status: string) {
  if (status === 'Completed') return { status, look: 'paid' } as const
  if (status === 'Rejected') return { status, look: 'nothing' } as const
  if (status === 'Pending_received') return { status: 'Deferred', look: 'waiting' } as const
  return { status: status === 'Error' ? status : 'Pending', look: 'waiting' } as const
}
