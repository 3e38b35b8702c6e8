import './styles.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { Providers } from './providers.tsx'
import { createRoutes } from './routes.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
setNonce(nonce)

/** A page of the build before asks for files that are gone: the new build has others. */
window.addEventListener('vite:preloadError', () => location.reload())

createRoot(document.getElementById('root')!).render(
  <Providers nonce={nonce}>
    <RouterProvider router={createBrowserRouter(createRoutes())} />
  </Providers>,
)
