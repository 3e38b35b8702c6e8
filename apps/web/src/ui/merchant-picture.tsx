import {
  type ImageDensity,
  type ImagePreset,
  imageSize,
  type MerchantImages,
  promoImageUrl,
} from '@dineward/core/photos/image-presets.ts'
import styles from './merchant-picture.module.css'

export interface MerchantImage {
  readonly id: string
  readonly images: MerchantImages
}

interface MerchantPictureProps {
  readonly merchant: MerchantImage
  /** It is needed unless the crop has one size. */
  readonly sizes?: string
  /** `wide` is that of the restaurant's page, and `portrait` that beside the text. */
  readonly crop?: keyof typeof candidates
  /** It is the largest above the fold, and is fetched first. */
  readonly eager?: boolean
  /** It is above the fold on large screens. Others load lazily. */
  readonly early?: boolean
  /** Without it the picture is decorative. */
  readonly alt?: string | undefined
  readonly className?: string | undefined
}

type Candidate = readonly [ImagePreset, ImageDensity]
const candidates = {
  portrait: [['portrait', 1]],
  small: [
    ['thumbnail', 1],
    ['thumbnail', 2],
  ],
  usual: [
    ['card', 1],
    // The density is limited for lists on phones; the wide crop has the pixels.
    ['detail', 1],
  ],
  wide: [
    ['detail', 1],
    ['detail', 2],
  ],
} satisfies Record<string, readonly Candidate[]>

/** It is decorative, and shows a placeholder in the picture's colors while loading. */
export function MerchantPicture(props: MerchantPictureProps) {
  const { merchant, sizes, crop = 'usual', eager = false, early = false, alt = '', className = '' } = props
  const cut = candidates[crop]
  const [usual] = cut[0]!
  const srcSet = cut.map(([preset, density]) => {
    const url = pictureUrl(merchant, preset, density)
    return `${url} ${imageSize(preset, density).width}w`
  })
  return (
    <img
      ref={attend}
      className={[styles.picture, crop === 'wide' ? styles.wide : '', className].filter(Boolean).join(' ')}
      {...(srcSet.length > 1 ? { sizes, srcSet: srcSet.join(', ') } : {})}
      src={pictureUrl(merchant, usual)}
      {...imageSize(usual)}
      alt={alt}
      loading={eager || early ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
    />
  )
}

export function pictureUrl(
  { id, images }: MerchantImage,
  preset: ImagePreset,
  density: ImageDensity = 1,
): string {
  return promoImageUrl(images, id, preset, density)
}

/**
 * Fade in from a blur while loading; a loaded picture is unchanged. On failure the placeholder stays, without the
 * browser's broken-image icon.
 */
function attend(image: HTMLImageElement | null): void {
  if (!image) return
  const giveUp = () => {
    image.removeAttribute('srcset')
    image.removeAttribute('src')
  }
  if (image.complete) {
    // A lazy image may report `complete` before it loads.
    if (image.naturalWidth === 0 && image.loading !== 'lazy') giveUp()
    return
  }
  image.onerror = giveUp
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  image.onload = () =>
    image.animate?.({ filter: ['blur(12px)', 'none'] }, { duration: 300, easing: 'ease-out' })
}
