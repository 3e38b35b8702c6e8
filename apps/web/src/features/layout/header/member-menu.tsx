import type { Member } from '@dineward/core/members/members.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { useSiteMap } from '../../../lib/navigation/site-map.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './member-menu.module.css'
import { SignOutLink } from './sign-out-link.tsx'

const id = 'member-menu'

const memberLinks = [
  { url: '/account/overview', copyKey: 'nav.member.overview' },
  { url: '/account/recent_activity', copyKey: 'nav.member.activity' },
  { url: '/account/reservations', copyKey: 'nav.member.reservations' },
  { url: '/account/favorites', copyKey: 'nav.member.favorites' },
  { url: '/account/manage_cards', copyKey: 'nav.member.cards' },
  { url: '/account/user_profile', copyKey: 'nav.member.profile' },
] as const

/**
 * It is a popover: it opens without script, and closes by Escape, outside click or link; arrow keys move between links
 * (shell §2.4).
 */
export function MemberMenu({ member }: { readonly member: Member }) {
  const copy = useCopy()
  const siteMap = useSiteMap()
  const links = memberLinks.filter(link => siteMap.hasPage(link.url))
  const { firstName, lastName, email } = member
  return (
    <div ref={arrowKeyNavigation}>
      <button type="button" className={styles.button} popoverTarget={id}>
        <Avatar name={`${firstName} ${lastName}`} />
        <span className={styles.name}>{firstName}</span>
        <span className="visually-hidden">{copy('nav.member.label')}</span>
        <Icon name="chevron-down" className={styles.chevron} />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        <div className={styles.who}>
          <p className={styles.greeting}>
            {copy('nav.member.greeting', { 'first name': firstName, 'last name': lastName })}
          </p>
          <p className={styles.email}>{email}</p>
        </div>
        <nav aria-label={copy('nav.member.label')}>
          <ul className={styles.links}>
            {links.map(link => (
              <li key={link.url}>
                <AppLink className={styles.link} to={link.url}>
                  {copy(link.copyKey)}
                </AppLink>
              </li>
            ))}
            <li className={styles.last}>
              <SignOutLink className={styles.link} copyKey="nav.signOut" />
            </li>
          </ul>
        </nav>
      </div>
    </div>
  )
}

const steps = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
} satisfies Record<string, (at: number, count: number) => number>

/**
 * The `ref` of an element with a popover of links and its button: arrows, Home and End move between links and open the
 * popover first; Tab closes it.
 */
function arrowKeyNavigation(holder: HTMLElement | null): (() => void) | undefined {
  const popover = holder?.querySelector<HTMLElement>('[popover]')
  if (!holder || !popover) return
  const isOpen = () => popover.matches(':popover-open')

  function walk(event: KeyboardEvent) {
    const step = lookUp(steps, event.key)
    if (!step || !popover || (!isOpen() && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    if (!isOpen()) popover.showPopover()
    const links = [...popover.querySelectorAll('a')]
    links[step(links.indexOf(document.activeElement as HTMLAnchorElement), links.length)]?.focus()
  }
  function leave({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !holder?.contains(relatedTarget) && isOpen()) popover?.hidePopover()
  }
  holder.addEventListener('keydown', walk)
  holder.addEventListener('focusout', leave)
  return () => {
    holder.removeEventListener('keydown', walk)
    holder.removeEventListener('focusout', leave)
  }
}
