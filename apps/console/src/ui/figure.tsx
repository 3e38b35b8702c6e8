import { Paper, Text } from '@mantine/core'
import { Children, type CSSProperties, type ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './figure.module.css'

/** A number with its name: what matters, without a click. */
export function Figure({
  label,
  value,
  detail,
  to,
}: {
  label: string
  value: ReactNode
  detail?: ReactNode
  /** The figure links there, to act on it. */
  to?: string
}) {
  return (
    <Paper withBorder p="sm" className={styles.figure}>
      <Text c="dimmed" fz="sm">
        {to ? (
          <Link to={to} className={styles.link}>
            {label}
          </Link>
        ) : (
          label
        )}
      </Text>
      <Text fw={650} className={styles.value}>
        {value}
      </Text>
      {detail && (
        <Text c="dimmed" fz="xs" component="div">
          {detail}
        </Text>
      )}
    </Paper>
  )
}

/** As many beside each other as there is room for. */
export function Figures({ children }: { children: ReactNode }) {
  const count = { '--count': Children.toArray(children).length } as CSSProperties
  return (
    <div className={styles.figures} style={count}>
      {children}
    </div>
  )
}
