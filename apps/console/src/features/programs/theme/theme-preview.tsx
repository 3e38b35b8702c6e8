import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { themeCss } from '@dineward/core/partner/theme/theme-css.ts'
import { Box } from '@mantine/core'
import styles from './theme-preview.module.css'

/** It is a page of the site in small, drawn from the tokens alone. */
export function ThemePreview({ theme, name }: { theme: Theme; name: string }) {
  const { 'color-scheme': colorScheme, ...tokens } = themeTokens(theme)
  return (
    <Box
      className={styles.page}
      role="img"
      aria-label={`What ${name} looks like in these colors`}
      style={{ ...tokens, colorScheme }}
    >
      <div className={styles.header}>
        <b className={styles.display}>{name}</b>
        <span>Restaurants</span>
        <span>How it works</span>
        <i className={styles.action}>Join</i>
      </div>
      <div className={styles.body}>
        <p className={styles.title}>Dinner that gives something back</p>
        <p className={styles.soft}>Link a card, eat out, and earn at every table.</p>
        <div className={styles.row}>
          <i className={styles.action}>Find a restaurant</i>
          <u className={styles.link}>How it works</u>
          <span className={styles.field}>Pasta, near me</span>
        </div>
        <div className={styles.cards}>
          <div className={styles.card}>
            <b>Osteria Lucia</b>
            <span className={styles.soft}>Italian · $$ · 0.4 mi</span>
            <b className={styles.earn}>Earn 3 today</b>
          </div>
          <div className={styles.card}>
            <b>Corner Noodle House</b>
            <span className={styles.soft}>Noodles · $ · 0.7 mi</span>
            <span className={styles.chips}>
              <span className={styles.chipEarn}>Earned</span>
              <span className={styles.chipWarn}>Ends soon</span>
              <span className={styles.chipDanger}>Failed</span>
              <span className={styles.chipDone}>Booked</span>
            </span>
          </div>
        </div>
      </div>
      <div className={styles.footer}>Terms · Privacy · Help</div>
    </Box>
  )
}

/** The custom properties of a theme, for a part of a page: what the site sets for the whole of it. */
function themeTokens(theme: Theme): Record<string, string> {
  const declarations = themeCss(theme).slice(':root{'.length, -1).split(';')
  return Object.fromEntries(
    declarations.map(declaration => {
      const colon = declaration.indexOf(':')
      return [declaration.slice(0, colon), declaration.slice(colon + 1)]
    }),
  )
}
