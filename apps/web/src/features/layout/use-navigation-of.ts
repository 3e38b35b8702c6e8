import { useLocation } from 'react-router'
import { usePartner } from '../../partner/partner-context.tsx'
import { type MemberType, type Navigation, navigationOf } from './navigation.rules.ts'

/** The navigation of this page for a member of this type; null: anonymous. */
export function useNavigationOf(memberType: MemberType | null): Navigation {
  const partner = usePartner()
  const { pathname } = useLocation()
  return navigationOf({ partner, member: memberType && { memberType }, pathname })
}
