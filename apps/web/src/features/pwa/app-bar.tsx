import { formatInstant } from '@dineward/core/shared/format.ts'
import type { ReactNode } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './app-bar.module.css'
import type { InstallOffer } from './use-install-offer.ts'

export type AppBarContent =
  | { readonly kind: 'old'; readonly cachedAt: Date; readonly online: boolean }
  | { readonly kind: 'newBuild' }
  | { readonly kind: 'install'; readonly install: InstallOffer }

export function AppBar({ shows }: { readonly shows: AppBarContent }) {
  if (shows.kind === 'install') return <InstallBanner install={shows.install} />
  return shows.kind === 'old' ? <OldNotice {...shows} /> : <NewBuild />
}

function OldNotice({ cachedAt, online }: { readonly cachedAt: Date; readonly online: boolean }) {
  const copy = useCopy()
  return (
    <Strip icon="clock" role="status">
      {copy(online ? 'offline.notice.slow' : 'offline.notice', { time: timeOf(cachedAt) })}
      {online ? null : ` ${copy('offline.notice.forms')}`}
    </Strip>
  )
}

function NewBuild() {
  const copy = useCopy()
  return (
    <Strip
      icon="sparkle"
      role="status"
      action={
        <Button size="small" onClick={() => location.reload()}>
          {copy('newVersion.action')}
        </Button>
      }
    >
      {copy('newVersion.text')}
    </Strip>
  )
}

interface StripProps {
  readonly icon: IconName
  readonly role: 'status'
  readonly children: ReactNode
  readonly action?: ReactNode
}

function Strip({ icon, role, children, action }: StripProps) {
  return (
    <div ref={aboveOtherBars} className={styles.strip}>
      <Icon name={icon} className={styles.icon} />
      <p className={styles.text} role={role}>
        {children}
      </p>
      {action}
    </div>
  )
}

/** Safari gets instructions: it installs from its own menu (shell §4 Install prompt). */
function InstallBanner({ install }: { readonly install: InstallOffer }) {
  const copy = useCopy()
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href
  return (
    <section ref={aboveOtherBars} className={styles.banner} aria-labelledby="install-title">
      {icon ? <img className={styles.mark} src={icon} alt="" width="48" height="48" /> : null}
      <div className={styles.offer}>
        <p className={styles.title} id="install-title">
          {copy('install.title')}
        </p>
        <p className={styles.soft}>{copy(install.kind === 'prompt' ? 'install.text' : 'install.iosHint')}</p>
        <div className={styles.actions}>
          {install.kind === 'prompt' ? (
            <Button size="small" onClick={install.install}>
              {copy('install.action')}
            </Button>
          ) : null}
          <Button size="small" variant="quiet" onClick={install.snooze}>
            {copy('install.later')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Other bars at the bottom reserve space, and this one sits on top of them. */
function aboveOtherBars(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return
  const place = () => bar.style.setProperty('--bars-below', getComputedStyle(document.body).paddingBlockEnd)
  const observer = new ResizeObserver(place)
  observer.observe(document.body, { box: 'border-box' })
  place()
  return () => observer.disconnect()
}

function timeOf(moment: Date): string {
  const isToday = moment.toDateString() === new Date().toDateString()
  const time = formatInstant(moment, 'time')
  return isToday ? time : `${formatInstant(moment, 'short')}, ${time}`
}
