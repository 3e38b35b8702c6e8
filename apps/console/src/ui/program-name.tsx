import { useProgram } from '../lib/staff.ts'

/** The slug of a program that one does not run. */
export function ProgramName({ slug }: { slug: string }) {
  return useProgram(slug)?.name ?? slug
}
