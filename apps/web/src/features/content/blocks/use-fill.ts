import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import { usePartner } from '../../../partner/partner-context.tsx'

/** Fill the placeholders of an editor's text (shell §3.7). @returns text, not markup */
export function useFill(): (text: string) => string {
  const { placeholders } = usePartner()
  return text => fillPlaceholders(text, placeholders).text
}
