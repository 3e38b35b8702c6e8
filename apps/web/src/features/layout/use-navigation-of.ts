import { useLocation } from 'react-router'
import { usePartner } from '../../partner/partner-context.tsx'
import { type Navigation, navigationOf, type Visitor } from './navigation.rules.ts'

export function useNavigationOf(member: Visitor): Navigation {
  const partner = usePartner()
  const { pathname } = useLocation()
  return navigationOf({ partner, member, pathname })
}
