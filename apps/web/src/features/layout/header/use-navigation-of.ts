import { useLocation } from 'react-router'
import { usePartner } from '../../../partner/partner-context.tsx'
import { type MemberType, type Navigation, navigationOf } from './navigation.rules.ts'

export function useNavigationOf(memberType: MemberType | null): Navigation {
  const partner = usePartner()
  const { pathname, search } = useLocation()
  return navigationOf({ partner, member: memberType && { memberType }, pathname, search })
}
