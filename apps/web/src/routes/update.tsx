export { UpdateScreen as Component } from '../features/pwa/update-screen.tsx'
