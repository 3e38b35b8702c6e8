import type { DrawingName } from '@dineward/core/content/content-fields.ts'
import styles from './drawing.module.css'
import { drawingLayers } from './drawing-layers.ts'

interface DrawingProps {
  readonly name: DrawingName
  readonly className?: string | undefined
}

export function Drawing({ name, className = '' }: DrawingProps) {
  return (
    <svg
      className={`${styles.drawing} ${className}`}
      viewBox="0 0 240 180"
      width="240"
      height="180"
      aria-hidden="true"
    >
      {drawingLayers[name].map(([paint, path, transform]) => (
        <path key={paint + path} className={styles[paint]} d={path} transform={transform} />
      ))}
    </svg>
  )
}
