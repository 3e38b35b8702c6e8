import styles from './message-page.module.css'

export function Pot() {
  return (
    <svg className={styles.dish} viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="4">
        <path className={styles.ground} d="M36 58h88v34a18 18 0 0 1-18 18H54a18 18 0 0 1-18-18z" />
        <path
          className={styles.line}
          d="M36 58h88v34a18 18 0 0 1-18 18H54a18 18 0 0 1-18-18zM36 70H22M124 70h14M30 50h100M74 50v-7h12v7"
        />
        <path
          className={styles.accent}
          d="M58 30c-6-6 6-10 0-18M80 30c-6-6 6-10 0-18M102 30c-6-6 6-10 0-18"
        />
      </g>
    </svg>
  )
}
