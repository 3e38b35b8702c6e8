import { type ImagePreset, imageSize, promoImageUrl } from '@dineward/core/merchants/image-presets.ts'
import type { ListedMerchant } from './listed-merchant.ts'
import styles from './merchant-picture.module.css'

/** The thumbnail is smaller than any picture shown here. */
const presets = ['card', 'detail'] as const satisfies readonly ImagePreset[]

interface MerchantPictureProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'images'>
  /** How wide it is shown, as the `sizes` of an image. */
  readonly sizes: string
  /** The wide cut of the restaurant's own page. */
  readonly wide?: boolean
  /** Seen at once: fetched before anything else. Others wait until they are near. */
  readonly eager?: boolean
  readonly className?: string | undefined
}

/** Decoration beside the restaurant's name; keeps its room before it is there. */
export function MerchantPicture(props: MerchantPictureProps) {
  const { merchant, sizes, wide = false, eager = false, className = '' } = props
  const usual = wide ? 'detail' : 'card'
  const srcSet = presets.map(preset => `${pictureUrl(merchant, preset)} ${imageSize(preset).width}w`)
  return (
    <img
      className={[styles.picture, wide ? styles.wide : '', className].filter(Boolean).join(' ')}
      src={pictureUrl(merchant, usual)}
      srcSet={wide ? undefined : srcSet.join(', ')}
      sizes={wide ? undefined : sizes}
      {...imageSize(usual)}
      alt=""
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
    />
  )
}

export function pictureUrl(
  { id, images }: Pick<ListedMerchant, 'id' | 'images'>,
  preset: ImagePreset,
): string {
  return promoImageUrl(images.imageBaseUrl, id, preset)
}
