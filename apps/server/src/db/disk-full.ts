/** PostgreSQL's disk_full, or the system's. The embedded database never answers again after one. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: string; message?: string }
  return code === '53100' || code === 'ENOSPC' || /no space left on device/i.test(message ?? '')
}
