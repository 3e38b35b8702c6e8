import './styles.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from './lib/query-client.ts'
import { createRoutes } from './routes.tsx'
import { theme, variables } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
setNonce(nonce)

/** A page of the build before asks for files that are gone: the new build has others. */
window.addEventListener('vite:preloadError', () => location.reload())

createRoot(document.getElementById('root')!).render(
  <Providers nonce={nonce}>
    <RouterProvider router={createBrowserRouter(createRoutes())} />
  </Providers>,
)

function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
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
