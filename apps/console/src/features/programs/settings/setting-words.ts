import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import { formatCents } from '../../../lib/format.ts'

/** JSON that is being typed is kept as it is until it can be read. */
class Unfinished {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const isUnfinished = (value: unknown): boolean => value instanceof Unfinished

export function jsonText(value: unknown): string {
  if (value instanceof Unfinished) return value.text
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return new Unfinished(text)
  }
}

/** It writes a value in one line. */
export function settingText({ control }: Pick<ConsoleSetting, 'control'>, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (control === 'switch') return value === true ? 'on' : 'off'
  if (control === 'money') return formatCents(value as number)
  if (control === 'rate') {
    const { numerator, denominator } = value as { numerator: number; denominator: number }
    return `${numerator} for ${formatCents(denominator)}`
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return value.every(one => typeof one === 'string') ? value.join(', ') : `${value.length} entries`
  }
  if (typeof value !== 'object') return String(value)
  const names = Object.keys(value)
  return names.length === 0 ? 'none' : names.join(', ')
}
