import type { WithSettings } from '../partner/partner-questions.ts'

/** What is being worked on, which decides the words (shell §2.2). */
export type WorkedOn = 'login' | 'join' | 'other'

type WithMaintenance = WithSettings<'maintenance'>

/**
 * What the maintenance page at this path says, or null where the page itself is shown. A path of the settings covers
 * what is below it; `/` is the home page alone, since all pages have a setting of their own. Signing out always works.
 */
export function workedOnAt({ settings }: WithMaintenance, pathname: string): WorkedOn | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname
  const { everywhere, paths } = settings.maintenance
  if (path === '/SignOut' || !(everywhere || paths.some(one => covers(one, path)))) return null
  if (path === '/login' || path === '/Login') return 'login'
  return path === '/join' ? 'join' : 'other'
}

/** Whether anything is: mostly nothing, and then nobody asks page by page. */
export const isAnythingWorkedOn = ({ settings }: WithMaintenance): boolean =>
  settings.maintenance.everywhere || settings.maintenance.paths.length > 0

/** Seconds after which whoever asked may ask again: programs are told, people are told "later". */
export const maintenanceRetrySeconds = 600

function covers(worked: string, path: string): boolean {
  if (worked === '/') return path === '/'
  const below = worked.replace(/\/+$/, '')
  return path === below || path.startsWith(`${below}/`)
}
