/** The part of a photo that is shown, as shares of its width and height. */
export interface Crop {
  readonly cropLeft: number
  readonly cropTop: number
  readonly cropWidth: number
  readonly cropHeight: number
}

export const wholePhoto: Crop = { cropLeft: 0, cropTop: 0, cropWidth: 1, cropHeight: 1 }

/** Less of a photo would be a blur on a dense screen. */
export const smallestCrop = 0.1

/** All are in pixels. */
export interface Region {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Photo {
  readonly width: number
  readonly height: number
  readonly focalX: number
  readonly focalY: number
}

/** Whether it lies within the photo, and is large enough; a float may be a hair off. */
export const isCrop = ({ cropLeft, cropTop, cropWidth, cropHeight }: Crop): boolean =>
  Math.min(cropWidth, cropHeight) >= smallestCrop - 1e-6 &&
  cropLeft + cropWidth <= 1 + 1e-6 &&
  cropTop + cropHeight <= 1 + 1e-6

export function cropRegion({ width, height }: Pick<Photo, 'width' | 'height'>, crop: Crop): Region {
  const [left, top] = [Math.floor(crop.cropLeft * width), Math.floor(crop.cropTop * height)]
  return {
    left: Math.min(left, width - 1),
    top: Math.min(top, height - 1),
    width: Math.max(1, Math.min(width - left, Math.round(crop.cropWidth * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.cropHeight * height))),
  }
}

/** The largest part of the crop with this ratio, its middle as near to the focal point as the edges allow. */
export function cropAround(photo: Photo, ratio: number, crop: Crop = wholePhoto): Region {
  const within = cropRegion(photo, crop)
  const width = Math.max(1, Math.min(within.width, Math.round(within.height * ratio)))
  const height = Math.max(1, Math.min(within.height, Math.round(within.width / ratio)))
  const start = (focal: number, from: number, whole: number, part: number) =>
    Math.round(Math.min(Math.max(focal - part / 2, from), from + whole - part))
  return {
    left: start(photo.focalX * photo.width, within.left, within.width, width),
    top: start(photo.focalY * photo.height, within.top, within.height, height),
    width,
    height,
  }
}
