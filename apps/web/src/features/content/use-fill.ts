import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import { usePartner } from '../../partner/partner-context.tsx'

/** Fills in the placeholders of an editor's text (shell §3.7). What comes back is text, not markup. */
export function useFill(): (text: string) => string {
  const { placeholders } = usePartner()
  return text => fillPlaceholders(text, placeholders).text
}
