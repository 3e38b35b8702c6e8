import { describe, expect, test } from 'vitest'
import { permissions } from './permissions.ts'
import { builtInRoles, permissionsAt, permissionsOfRole } from './roles.ts'

describe('roles', () => {
  test('admin -> everything; viewer -> reads only, and no staff', () => {
    expect(permissionsOfRole('admin')).toEqual(permissions)
    expect(permissionsOfRole('viewer').filter(name => !name.endsWith('.read'))).toEqual([])
    expect(permissionsOfRole('viewer')).not.toContain('staff.read')
  })

  test('who posts adjustments does not approve them', () => {
    const both = Object.entries(builtInRoles)
      .filter(([, given]) =>
        ['adjustments.post', 'approvals.decide'].every(one => (given as readonly string[]).includes(one)),
      )
      .map(([role]) => role)
    expect(both).toEqual(['admin'])
  })

  test('own role -> its permissions; it does not replace a built-in one; unknown -> none', () => {
    const own = { auditor: ['audit.read'], viewer: ['members.erase'] } as const
    expect(permissionsOfRole('auditor', own)).toEqual(['audit.read'])
    expect(permissionsOfRole('viewer', own)).toEqual(builtInRoles.viewer)
    for (const unknown of ['baker', 'constructor', '__proto__'])
      expect(permissionsOfRole(unknown, own)).toEqual([])
  })
})

describe('grants', () => {
  const grants = [
    { partner: null, permissions: ['insight.read'] },
    { partner: 'skyward', permissions: ['members.read', 'claims.read'] },
    { partner: 'harbor', permissions: ['finance.read'] },
  ] as const

  test('one program -> its own and those of all; elsewhere -> those of all only', () => {
    expect(permissionsAt(grants, 'skyward')).toEqual(['members.read', 'claims.read', 'insight.read'])
    expect(permissionsAt(grants, 'tablefolk')).toEqual(['insight.read'])
    expect(permissionsAt(grants, null)).toEqual(['insight.read'])
  })
})
