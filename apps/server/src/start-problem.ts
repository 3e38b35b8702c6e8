/** What to do; a stack trace would bury it. */
export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number }
  if (code !== 'EADDRINUSE') return error.message
  return `Port ${port} is taken by another program: stop that one, or set PORT to a free port.`
}
