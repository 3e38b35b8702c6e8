import type { WithSettings } from '../partner/partner-questions.ts'

/** Decides the copy (shell §2.2). */
export type MaintenanceKind = 'login' | 'join' | 'other'

type WithMaintenance = WithSettings<'maintenance'>

/**
 * @returns null where the page is shown. A path covers what is below it; `/` is the home page only. Sign-out always
 * works.
 */
export function maintenanceAt({ settings }: WithMaintenance, pathname: string): MaintenanceKind | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const { everywhere, paths } = settings.maintenance
  if (path === '/SignOut' || !(everywhere || paths.some(one => covers(one, path)))) return null
  if (path === '/login' || path === '/Login') return 'login'
  return path === '/join' ? 'join' : 'other'
}

/** It is usually false, which spares the check of each page. */
export const hasMaintenance = ({ settings }: WithMaintenance): boolean =>
  settings.maintenance.everywhere || settings.maintenance.paths.length > 0

/** `Retry-After` takes seconds. */
export const maintenanceRetrySeconds = 600

function covers(worked: string, path: string): boolean {
  if (worked === '/') return path === '/'
  const below = worked.replace(/\/+$/, '')
  return path === below || path.startsWith(`${below}/`)
}
