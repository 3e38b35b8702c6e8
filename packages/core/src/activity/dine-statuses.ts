/** Account §3 names them. */
export const dineStatuses = ['Pending', 'Awarded', 'Deferred', 'Paid', 'Forfeit'] as const
export type DineStatus = (typeof dineStatuses)[number]
