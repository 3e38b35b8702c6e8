import { type Checked, checkedBy } from '../problem.ts'
import { contrast } from './color.ts'
import { shapeContrast, textContrast } from './legible.ts'
import { type BrandColor, type Theme, themeSchema } from './theme.ts'
import { type SemanticColor, themeColors } from './theme-colors.ts'

export interface ContrastProblem {
  readonly token: BrandColor
  readonly ratio: number
  readonly message: string
}

interface Rule {
  readonly front: SemanticColor
  readonly backs: readonly SemanticColor[]
  readonly ratio: number
  /** The token to change when the pair fails. */
  readonly token: BrandColor
}

const grounds = ['page', 'surface', 'surface-raised', 'sunken'] as const
const text = (front: SemanticColor, backs: readonly SemanticColor[], token: BrandColor): Rule => ({
  front,
  backs,
  ratio: textContrast,
  token,
})
const shape = (front: SemanticColor, backs: readonly SemanticColor[], token: BrandColor): Rule => ({
  front,
  backs,
  ratio: shapeContrast,
  token,
})

/** Every pair that components use. */
export const contrastRules: readonly Rule[] = [
  text('ink', grounds, 'ink'),
  text('ink-soft', grounds, 'ink'),
  text('link', grounds, 'brand'),
  shape('line-strong', grounds, 'ink'),
  shape('focus', grounds, 'brand'),
  shape('action', ['page', 'surface', 'surface-raised'], 'action'),
  text('earn', ['page', 'surface', 'surface-raised'], 'earn'),
  text('warn', ['page', 'surface', 'surface-raised'], 'warn'),
  text('danger', ['page', 'surface', 'surface-raised'], 'danger'),
  text('done', ['page', 'surface', 'surface-raised'], 'done'),
  text('on-brand', ['brand'], 'brand'),
  text('on-brand-soft', ['brand-soft'], 'brand'),
  text('on-action', ['action', 'action-hover'], 'action'),
  text('on-earn', ['earn'], 'earn'),
  text('on-earn-soft', ['earn-soft'], 'earn'),
  text('on-warn', ['warn'], 'warn'),
  text('on-warn-soft', ['warn-soft'], 'warn'),
  text('on-danger', ['danger'], 'danger'),
  text('on-danger-soft', ['danger-soft'], 'danger'),
  text('on-done', ['done'], 'done'),
  text('on-done-soft', ['done-soft'], 'done'),
  text('on-header', ['header'], 'header'),
  text('on-footer', ['footer'], 'footer'),
]

/** It describes the worst pair of each token in words. */
export function contrastProblems(theme: Theme): ContrastProblem[] {
  const colors = themeColors(theme)
  const worst = new Map<BrandColor, ContrastProblem>()
  for (const rule of contrastRules) {
    for (const back of rule.backs) {
      const ratio = contrast(colors[rule.front], colors[back])
      if (ratio >= rule.ratio || ratio >= (worst.get(rule.token)?.ratio ?? rule.ratio)) continue
      worst.set(rule.token, {
        token: rule.token,
        ratio,
        message: `contrast ${shown(ratio)}:1 of ${rule.front} on ${back}, needs ${rule.ratio}:1`,
      })
    }
  }
  return [...worst.values()]
}

/** It is rounded down: 4.49 must not read as the 4.5 it misses. */
const shown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)

export function checkTheme(input: unknown): Checked<Theme> {
  const shaped = checkedBy(themeSchema, input)
  if (!shaped.ok) return shaped
  const problems = contrastProblems(shaped.value).map(problem => ({
    path: `colors.${problem.token}`,
    message: problem.message,
  }))
  return problems.length === 0 ? shaped : { ok: false, problems }
}
