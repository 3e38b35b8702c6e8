import { contentImageUrl } from '@dineward/core/content/media.rules.ts'
import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import type { ReactNode } from 'react'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { PromptKind } from './due-prompt.rules.ts'
import styles from './prompt-dialog.module.css'

interface PromptDialogProps {
  readonly prompt: PromptKind
  readonly open: boolean
  readonly onClose: () => void
  readonly renderText: (markup: string) => ReactNode
}

type DialogProps = Omit<PromptDialogProps, 'prompt'>

export function PromptDialog({ prompt, ...rest }: PromptDialogProps) {
  if (prompt === 'ssoAnnouncement') return <SsoAnnouncement {...rest} />
  if (prompt === 'appAnnouncement') return <AppAnnouncement {...rest} />
  return <GeneralPopup {...rest} />
}

function SsoAnnouncement({ open, onClose }: DialogProps) {
  const copy = useCopy()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      picture={<Sign icon="user" />}
      title={copy('ssoAnnouncement.title')}
      actions={
        <>
          <ButtonLink to="/Login" onClick={onClose}>
            {copy('ssoAnnouncement.action')}
          </ButtonLink>
          <NotNow onClose={onClose} />
        </>
      }
    >
      <p>{copy('ssoAnnouncement.text')}</p>
    </Dialog>
  )
}

function AppAnnouncement({ open, onClose }: DialogProps) {
  const copy = useCopy()
  const { appStoreLinks } = usePartner().settings
  const device = appStoreLinks ? deviceOf(navigator.userAgent) : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      picture={<Sign icon="pin" />}
      title={copy('appAnnouncement.title')}
      actions={
        <>
          {appStoreLinks && device !== 'android' ? (
            <ButtonLink to={appStoreLinks.apple} onClick={onClose}>
              {copy(device ? 'appAnnouncement.action' : 'footer.appStore.apple')}
            </ButtonLink>
          ) : null}
          {appStoreLinks && device !== 'apple' ? (
            <ButtonLink to={appStoreLinks.google} onClick={onClose}>
              {copy(device ? 'appAnnouncement.action' : 'footer.appStore.google')}
            </ButtonLink>
          ) : null}
          <NotNow onClose={onClose} />
        </>
      }
    >
      <p>{copy('appAnnouncement.text')}</p>
    </Dialog>
  )
}

/** Null on desktop, where both stores are offered. */
function deviceOf(userAgent: string): 'apple' | 'android' | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'apple'
  return /Android/.test(userAgent) ? 'android' : null
}

function GeneralPopup({ open, onClose, renderText }: DialogProps) {
  const { frame, partner } = useApp()
  if (!frame.popup) return null
  const fill = (text: string) => fillPlaceholders(text, partner.placeholders).text
  const { title, body_text, button_text, url, image, image_alt } = frame.popup
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      picture={
        image ? (
          <img className={styles.picture} src={contentImageUrl(image, 'detail')} alt={image_alt} />
        ) : (
          <Sign icon="sparkle" />
        )
      }
      title={fill(title)}
      actions={
        <>
          {button_text && url ? (
            <ButtonLink to={url} onClick={onClose}>
              {fill(button_text)}
            </ButtonLink>
          ) : null}
          <NotNow onClose={onClose} />
        </>
      }
    >
      <div>{renderText(body_text)}</div>
    </Dialog>
  )
}

function NotNow({ onClose }: { readonly onClose: () => void }) {
  const copy = useCopy()
  return (
    <Button variant="quiet" onClick={onClose}>
      {copy('prompt.notNow')}
    </Button>
  )
}

function Sign({ icon }: { readonly icon: IconName }) {
  return (
    <div className={styles.sign} aria-hidden="true">
      <Icon name={icon} className={styles.icon} />
    </div>
  )
}
