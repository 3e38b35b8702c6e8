import type { SemanticColor } from '@dineward/core/partner/theme/theme-colors.ts'
import { Card } from '../../ui/card.tsx'
import { Icon, iconNames } from '../../ui/icon.tsx'
import styles from './gallery.module.css'
import { StagingSection } from './staging-section.tsx'
import { stagingTexts as words } from './staging-texts.ts'

const pairs: readonly (readonly [ground: SemanticColor, ink: SemanticColor])[] = [
  ['page', 'ink'],
  ['surface', 'ink'],
  ['surface-raised', 'ink-soft'],
  ['sunken', 'ink-soft'],
  ['page', 'link'],
  ['brand', 'on-brand'],
  ['brand-soft', 'on-brand-soft'],
  ['action', 'on-action'],
  ['action-hover', 'on-action'],
  ['earn', 'on-earn'],
  ['earn-soft', 'on-earn-soft'],
  ['page', 'earn'],
  ['warn', 'on-warn'],
  ['warn-soft', 'on-warn-soft'],
  ['page', 'warn'],
  ['danger', 'on-danger'],
  ['danger-soft', 'on-danger-soft'],
  ['page', 'danger'],
  ['done', 'on-done'],
  ['done-soft', 'on-done-soft'],
  ['page', 'done'],
  ['header', 'on-header'],
  ['footer', 'on-footer'],
  ['page', 'line-strong'],
  ['page', 'focus'],
]

/** They are drawn as SVG: the page's policy forbids inline styles. */
export function Colors() {
  return (
    <StagingSection id="colors" title={words.colors}>
      <ul className={styles.swatches}>
        {pairs.map(([ground, ink]) => (
          <li key={`${ground} ${ink}`} className={styles.swatch}>
            <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true">
              <rect width="120" height="72" rx="6" fill={`var(--color-${ground})`} />
              <path d="M14 24h58M14 38h92M14 52h40" stroke={`var(--color-${ink})`} strokeWidth="6" />
            </svg>
            <span className={styles.swatchName}>
              {ink} / {ground}
            </span>
          </li>
        ))}
      </ul>
    </StagingSection>
  )
}

export function Type() {
  return (
    <StagingSection id="type" title={words.type}>
      <div className={styles.stack}>
        <p className={styles.hero}>{words.typeSample}</p>
        <h3 className={styles.heading}>{words.typeSample}</h3>
        <h4 className={styles.subheading}>{words.typeSample}</h4>
        <p className={styles.body}>{words.typeBody}</p>
        <p className={styles.small}>{words.typeBody}</p>
        <p className="label">{words.label}</p>
      </div>
    </StagingSection>
  )
}

const spaces = ['2', '5', '8', '10', '15', '20', '25', '30', '40', '50'] as const
const shapes = ['control', 'card', 'pill'] as const

export function SpaceAndShape() {
  return (
    <StagingSection id="space" title={words.space}>
      <ul className={styles.spaces}>
        {spaces.map(space => (
          <li key={space} className={styles.space}>
            <svg width={space} height="24" aria-hidden="true">
              <rect width="100%" height="24" fill="var(--color-brand)" />
            </svg>
            <span>{space}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.shapes} aria-label={words.shape}>
        {shapes.map(shape => (
          <li key={shape} className={styles.shape} data-shape={shape}>
            {shape}
          </li>
        ))}
      </ul>
    </StagingSection>
  )
}

export function Surfaces() {
  return (
    <StagingSection id="surfaces" title={words.surfaces}>
      <div className={styles.columns}>
        <Card padding="roomy">
          <p>{words.surfaceText}</p>
          <p>
            <a href="#surfaces">{words.onThisPage}</a>
          </p>
        </Card>
        <div className={`on-brand ${styles.loud}`}>
          <p>{words.loudText}</p>
          <p>
            <a href="#surfaces">{words.onThisPage}</a>
          </p>
        </div>
      </div>
    </StagingSection>
  )
}

export function Icons() {
  return (
    <StagingSection id="icons" title={words.icons}>
      <ul className={styles.icons}>
        {iconNames.map(name => (
          <li key={name} className={styles.iconName}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </StagingSection>
  )
}
