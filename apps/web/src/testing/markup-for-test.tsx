import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { AppContext } from '../app-context.ts'
import { AppProvider } from '../partner/partner-context.tsx'

/** Server-render a part of a page with that app. */
export function markupOf(app: AppContext, part: ReactNode): string {
  const router = createMemoryRouter([{ path: '*', element: part }])
  return renderToStaticMarkup(
    <QueryClientProvider client={app.queryClient}>
      <AppProvider app={app}>
        <RouterProvider router={router} />
      </AppProvider>
    </QueryClientProvider>,
  )
}
