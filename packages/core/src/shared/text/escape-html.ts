import { lookUp } from '../look-up.ts'

const entities = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
} satisfies Record<string, string>

/** The text is then safe between elements and inside quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => lookUp(entities, character) ?? character)
}
