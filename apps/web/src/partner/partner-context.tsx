import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { AppContext } from '../app-context.ts'

export type WriteCopy = (key: BrowserCopyKey, values?: Readonly<Record<string, string>>) => string

const Context = createContext<{ app: AppContext; copy: WriteCopy } | null>(null)

export function AppProvider({ app, children }: { app: AppContext; children: ReactNode }) {
  const value = useMemo(() => ({ app, copy: copyWriter(app) }), [app])
  return <Context value={value}>{children}</Context>
}

export function useApp(): AppContext {
  return usePartnerContext().app
}

export function usePartner(): AppContext['partner'] {
  return usePartnerContext().app.partner
}

export function useCopy(): WriteCopy {
  return usePartnerContext().copy
}

export function copyWriter({ partner, copy }: AppContext): WriteCopy {
  return (key, values = {}) => fillPlaceholders(copy[key], { ...partner.placeholders, ...values }).text
}

function usePartnerContext() {
  const value = useContext(Context)
  if (!value) throw new Error('The page is rendered outside its AppProvider.')
  return value
}
