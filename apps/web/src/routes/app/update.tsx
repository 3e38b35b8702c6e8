export { UpdateScreen as Component } from '../../features/app/update-screen.tsx'
