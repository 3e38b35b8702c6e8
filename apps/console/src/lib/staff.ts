import type {
  ConsoleStaff,
  getConsoleSession,
  Program,
} from '@dineward/core/console-session/console-session.contract.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await api<typeof getConsoleSession>('GET', '/api/Console/Session', {})).staff,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Who is signed in. Below the root route, which loads it. */
export const useStaff = (): ConsoleStaff => useSuspenseQuery(sessionQuery).data

/** @param partner a slug; any program without it */
export function may(staff: ConsoleStaff, permission: Permission, partner?: string): boolean {
  if (partner === undefined) return staff.permissions.includes(permission)
  return programOf(staff, partner)?.permissions.includes(permission) ?? false
}

export const useMay = (permission: Permission, partner?: string): boolean =>
  may(useStaff(), permission, partner)

/** What belongs to no program, such as a restaurant, needs the permission in all of them. */
export const useMayInNetwork = (permission: Permission): boolean =>
  useStaff().networkPermissions.includes(permission)

export function programOf(staff: ConsoleStaff, slug: string): Program | undefined {
  return staff.partners.find(program => program.slug === slug)
}

/** Undefined for a program that the staff member does not run. */
export const useProgram = (slug: string): Program | undefined => programOf(useStaff(), slug)

/** Programs in which the signed-in staff member may do this. */
export const useProgramsWith = (permission: Permission): readonly Program[] =>
  useStaff().partners.filter(program => program.permissions.includes(permission))
