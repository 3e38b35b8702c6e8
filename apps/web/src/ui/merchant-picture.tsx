import {
  type ImageDensity,
  type ImagePreset,
  imageSize,
  type MerchantImages,
  promoImageUrl,
} from '@dineward/core/photos/image-presets.ts'
import styles from './merchant-picture.module.css'

/** A restaurant's picture wherever one is known: in lists, on its page, with a booking. */
export interface MerchantImage {
  readonly id: string
  readonly images: MerchantImages
}

interface MerchantPictureProps {
  readonly merchant: MerchantImage
  /** How wide it is shown, as the `sizes` of an image. */
  readonly sizes: string
  /** The wide cut of the restaurant's own page. */
  readonly wide?: boolean
  /** Never wider than the thumbnail, 200 px. */
  readonly small?: boolean
  /** The largest of what is seen at once: fetched before anything else. */
  readonly eager?: boolean
  /** Seen at once, too, on large screens. Others wait until they are near. */
  readonly early?: boolean
  /** Without it the picture is decoration beside the restaurant's name. */
  readonly alt?: string | undefined
  readonly className?: string | undefined
}

type Candidate = readonly [ImagePreset, ImageDensity]
const candidates = {
  small: [
    ['thumbnail', 1],
    ['thumbnail', 2],
  ],
  usual: [
    ['card', 1],
    // As dense as twenty pictures on a phone may be; the wider cut has the pixels and is cropped.
    ['detail', 1],
  ],
  wide: [
    ['detail', 1],
    ['detail', 2],
  ],
} satisfies Record<string, readonly Candidate[]>

/** Decoration beside the restaurant's name. Keeps its room, in the picture's colors, before it is there. */
export function MerchantPicture(props: MerchantPictureProps) {
  const {
    merchant,
    sizes,
    wide = false,
    small = false,
    eager = false,
    early = false,
    alt = '',
    className = '',
  } = props
  const cut = candidates[wide ? 'wide' : small ? 'small' : 'usual']
  const [usual] = cut[0]!
  const srcSet = cut.map(([preset, density]) => {
    const url = pictureUrl(merchant, preset, density)
    return `${url} ${imageSize(preset, density).width}w`
  })
  return (
    <img
      ref={attend}
      className={[styles.picture, wide ? styles.wide : '', className].filter(Boolean).join(' ')}
      sizes={sizes}
      srcSet={srcSet.join(', ')}
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
 * A picture that is still on its way comes out of a blur. It is never hidden, and one that is there stays as it is. Of
 * one that does not come its colors stay, without a browser's sign of a broken picture.
 */
function attend(image: HTMLImageElement | null): void {
  if (!image) return
  const giveUp = () => {
    image.removeAttribute('srcset')
    image.removeAttribute('src')
  }
  if (image.complete) {
    // What waits until it is near may say that it is complete, too.
    if (image.naturalWidth === 0 && image.loading !== 'lazy') giveUp()
    return
  }
  image.onerror = giveUp
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  image.onload = () =>
    image.animate?.({ filter: ['blur(12px)', 'none'] }, { duration: 300, easing: 'ease-out' })
}
