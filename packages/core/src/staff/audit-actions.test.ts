import { expect, test } from 'vitest'
import { auditActionName, auditActions, memberAuditActions } from './audit-actions.ts'

test('each action has a name of its own; one of another build keeps its code', () => {
  const names = [...Object.values(auditActions), ...Object.values(memberAuditActions)]
  expect(new Set(names).size).toBe(names.length)
  expect(auditActionName('payout.retry')).toBe('Payout tried again')
  expect(auditActionName('payout.vanish')).toBe('payout.vanish')
  expect(auditActionName('constructor')).toBe('constructor')
})
