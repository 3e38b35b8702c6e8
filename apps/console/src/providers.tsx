import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from './lib/query-client.ts'
import { theme, variables } from './theme.ts'

export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {children}
        <Notifications position="bottom-right" />
      </MantineProvider>
    </QueryClientProvider>
  )
}
