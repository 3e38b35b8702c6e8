import { describe, expect, test } from 'vitest'
import { certificateProblem } from './certificate-checks.ts'
import { diskFinding } from './place-checks.ts'

describe('limits', () => {
  const certificate = {
    valid_from: 'Jan  1 00:00:00 2026 GMT',
    valid_to: 'Mar 31 00:00:00 2026 GMT',
    subject: { CN: 'dining.example.com' },
    subjectaltname: 'DNS:dining.example.com',
  } as never

  test.each([
    ['dining.example.com', '2026-02-01', null],
    ['dining.example.com', '2026-03-20', /expires in 11 days, on 2026-03-31/],
    ['dining.example.com', '2026-04-01', /expired on 2026-03-31/],
    ['dining.example.com', '2025-12-31', /not valid before 2026-01-01/],
    ['other.example.com', '2026-02-01', /is for DNS:dining.example.com, not for other.example.com/],
  ])('certificate: asked as %s on %s -> %s', (host, day, says) => {
    const found = certificateProblem(certificate, host, new Date(day))
    if (says === null) expect(found).toBeNull()
    else expect(found).toMatch(says)
  })

  test.each([
    [100, 50, true],
    [100, 4, false],
    [4, 0.3, false],
  ])('disk: of %s GB %s free -> ok %s', (total, free, isOk) => {
    const space = { freeBytes: free * 1024 ** 3, totalBytes: total * 1024 ** 3 }
    expect(diskFinding('/data', space).ok).toBe(isOk)
  })
})
