import type { ConsoleStaff } from '@dineward/core/console-session/console-session.contract.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { Icon } from '@tabler/icons-react'
import { may } from '../../lib/staff.ts'

export interface NavigationItem {
  readonly to: string
  readonly label: string
  readonly icon: Icon
  /** Any one of them is enough; without the list, everyone may open it. */
  readonly needs?: readonly Permission[]
  /** They are needed in all programs. */
  readonly isOfNetwork?: true
  /** The command palette finds it by these words too. */
  readonly keywords?: readonly string[]
}

export interface NavigationSection {
  readonly label: string
  readonly items: readonly NavigationItem[]
}

/** Without what the staff member may not do. */
export function sectionsFor(
  staff: ConsoleStaff,
  sections: readonly NavigationSection[],
): readonly NavigationSection[] {
  return sections
    .map(({ label, items }) => ({
      label,
      items: items.filter(
        ({ needs, isOfNetwork }) =>
          !needs ||
          needs.some(permission =>
            isOfNetwork ? staff.networkPermissions.includes(permission) : may(staff, permission),
          ),
      ),
    }))
    .filter(({ items }) => items.length > 0)
}
