import type { ContentPage } from '@dineward/core/content/content-fields.ts'
import { contentImageUrl } from '@dineward/core/content/media.rules.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import type { ReactNode } from 'react'
import { useCopy } from '../../../partner/partner-context.tsx'
import { JoinLinks } from '../home/next-step.tsx'
import styles from './content-banner.module.css'
import { ContentBlocks } from './content-blocks.tsx'
import { Drawing } from './drawing.tsx'

interface ContentBannerProps {
  readonly page: Pick<ContentPage, 'banner' | 'banner_text'> | null
  readonly title: string
  readonly member: Member | null
  /** Visitors get this e-mail form; without it, a link to join. */
  readonly prospect?: ReactNode
  readonly figure?: ReactNode
  readonly above?: ReactNode
}

/** It is the head of a content page with its h1 (shell §2.6). */
export function ContentBanner({ page, title, member, prospect, figure, above }: ContentBannerProps) {
  const copy = useCopy()
  const banner = page?.banner.enable_banner ? page.banner : null
  const picture = banner ? (picturesOf(banner) ?? figure ?? drawingOf(banner)) : null
  return (
    <header className={banner ? `on-brand ${styles.band}` : styles.plain}>
      <div className={`width-content ${styles.inner}`}>
        <div className={styles.words}>
          {above}
          {banner?.include_welcome_message && member ? (
            <p className={`label ${styles.welcome}`}>
              {copy('content.welcome', { 'first name': member.firstName })}
            </p>
          ) : null}
          <h1 className={styles.title}>{title}</h1>
          <ContentBlocks blocks={page?.banner_text ?? []} onBrand={banner !== null} />
          {banner?.include_prospect_email && !member ? (prospect ?? <JoinLinks />) : null}
        </div>
        {picture ? <div className={styles.picture}>{picture}</div> : null}
      </div>
    </header>
  )
}

/** Editors give one alternative text: use it for either crop. */
function picturesOf(banner: ContentPage['banner']): ReactNode {
  const { image, image_mobile, image_mobile_alt_text, image_x_position, image_y_position } = banner
  const small = image_mobile || image
  if (!small) return null
  return (
    <picture>
      {image ? <source media="(width >= 661px)" srcSet={contentImageUrl(image, 'banner')} /> : null}
      <img
        className={styles.image}
        src={contentImageUrl(small, 'banner')}
        alt={image_mobile_alt_text}
        data-x={image_x_position}
        data-y={image_y_position}
        width="600"
        height="450"
        fetchPriority="high"
      />
    </picture>
  )
}

function drawingOf({ drawing }: ContentPage['banner']): ReactNode {
  return drawing ? <Drawing name={drawing} className={styles.drawing} /> : null
}
