import { type Crop, cropAround, smallestCrop } from '@dineward/core/photos/crop.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import styles from './photo-crop.module.css'

export interface Shown extends Crop {
  readonly focalX: number
  readonly focalY: number
}

interface PhotoCropProps {
  readonly picture: string
  readonly shown: Shown
  readonly onChange: (change: Partial<Shown>) => void
  /** Pages of a menu are shown whole: they have no focal point. */
  readonly hasFocalPoint: boolean
  /** The shapes that pages need. */
  readonly previews?: readonly Shape[]
}

interface Shape {
  readonly label: string
  readonly width: number
  readonly height: number
}

const step = 0.02
const round = (share: number): number => Math.round(share * 1_000) / 1_000
const between = (share: number, low: number, high: number): number =>
  round(Math.min(high, Math.max(low, share)))

type Move = (x: number, y: number) => void

/** The part that is shown, by its corners, and what every picture of it keeps: by pointer or arrow keys. */
export function PhotoCrop({
  picture,
  shown,
  onChange,
  hasFocalPoint,
  previews = restaurantShapes,
}: PhotoCropProps) {
  const [size, setSize] = useState<Size | null>(null)
  const { cropLeft, cropTop, cropWidth, cropHeight, focalX, focalY } = shown
  const [right, bottom] = [cropLeft + cropWidth, cropTop + cropHeight]
  const moveFirst: Move = (x, y) => {
    const [left, top] = [between(x, 0, right - smallestCrop), between(y, 0, bottom - smallestCrop)]
    onChange({
      cropLeft: left,
      cropTop: top,
      cropWidth: round(right - left),
      cropHeight: round(bottom - top),
    })
  }
  const moveLast: Move = (x, y) =>
    onChange({
      cropWidth: round(between(x, cropLeft + smallestCrop, 1) - cropLeft),
      cropHeight: round(between(y, cropTop + smallestCrop, 1) - cropTop),
    })
  const moveFocus: Move = (x, y) => onChange({ focalX: between(x, 0, 1), focalY: between(y, 0, 1) })
  const isWhole = cropWidth === 1 && cropHeight === 1
  return (
    <div>
      <Text fz="sm" fw={500}>
        What is shown
      </Text>
      <Text fz="xs" c="dimmed" mb={6}>
        Drag the corners{hasFocalPoint && ', and the ring to what every picture keeps'}; or use the arrow keys
        on them.
      </Text>
      <Group align="flex-start" gap="md">
        <div className={styles.frame}>
          <div className={styles.picture}>
            <img
              src={picture}
              alt=""
              draggable={false}
              style={size ? fitted(size) : {}}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
            />
            <span
              className={styles.shade}
              style={{
                left: percent(cropLeft),
                top: percent(cropTop),
                width: percent(cropWidth),
                height: percent(cropHeight),
              }}
            />
          </div>
          <Handle kind="corner" name="Top left corner" x={cropLeft} y={cropTop} onMove={moveFirst} />
          <Handle kind="corner" name="Bottom right corner" x={right} y={bottom} onMove={moveLast} />
          {hasFocalPoint && (
            <Handle kind="focus" name="Focal point" x={focalX} y={focalY} onMove={moveFocus} />
          )}
        </div>
        <Stack gap="xs">
          {size &&
            hasFocalPoint &&
            previews.map(one => (
              <Preview key={one.label} {...one} picture={picture} size={size} shown={shown} />
            ))}
          <Button
            size="compact-sm"
            variant="default"
            disabled={isWhole}
            onClick={() => onChange({ cropLeft: 0, cropTop: 0, cropWidth: 1, cropHeight: 1 })}
          >
            Show all of it
          </Button>
        </Stack>
      </Group>
    </div>
  )
}

const restaurantShapes: readonly Shape[] = [
  { label: 'In lists', width: 126, height: 90 },
  { label: 'In dense lists', width: 64, height: 80 },
]

/** As high as there is room, also a picture of a few pixels: its handles must not lie on each other. */
const fitted = ({ width, height }: Size) => ({
  width: `${round((20 * width) / height)}rem`,
  aspectRatio: width / height,
})

const percent = (share: number): string => `${round(share * 100)}%`

interface HandleProps {
  readonly kind: 'corner' | 'focus'
  readonly name: string
  readonly x: number
  readonly y: number
  readonly onMove: Move
}

function Handle({ kind, name, x, y, onMove }: HandleProps) {
  const held = useRef<DOMRect | null>(null)
  const moves = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  } satisfies Record<string, readonly [number, number]>
  function onKeyDown(event: KeyboardEvent) {
    const move = lookUp(moves, event.key)
    if (!move) return
    event.preventDefault()
    onMove(x + move[0], y + move[1])
  }
  function onPointerMove({ clientX, clientY }: PointerEvent) {
    const box = held.current
    if (box) onMove((clientX - box.left) / box.width, (clientY - box.top) / box.height)
  }
  return (
    <button
      type="button"
      className={kind === 'focus' ? styles.focus : styles.corner}
      style={{ left: percent(x), top: percent(y) }}
      aria-label={`${name}: ${Math.round(x * 100)} percent from the left, ${Math.round(y * 100)} percent from the top`}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = event.currentTarget.parentElement!.getBoundingClientRect()
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        held.current = null
      }}
    />
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

interface PreviewProps extends Size {
  readonly label: string
  readonly picture: string
  readonly size: Size
  readonly shown: Shown
}

function Preview({ label, width, height, ...photo }: PreviewProps) {
  return (
    <div>
      <Text fz="xs">{label}</Text>
      <div style={{ width }}>
        <CroppedPhoto {...photo} ratio={width / height} />
      </div>
    </div>
  )
}

interface CroppedPhotoProps {
  readonly picture: string
  readonly size: Size
  readonly shown: Shown
  readonly ratio: number
  readonly alt?: string
}

/** By the rules of the pictures that members get. */
export function CroppedPhoto({ picture, size, shown, ratio, alt = '' }: CroppedPhotoProps) {
  const region = cropAround({ ...shown, ...size }, ratio, shown)
  return (
    <div className={styles.preview} style={{ aspectRatio: ratio }}>
      <img
        src={picture}
        alt={alt}
        loading="lazy"
        style={{
          left: percent(-region.left / region.width),
          top: percent(-region.top / region.height),
          width: percent(size.width / region.width),
          height: percent(size.height / region.height),
        }}
      />
    </div>
  )
}

/** The address of a file that was chosen, until it is sent. */
export function useObjectUrl(file: File): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
