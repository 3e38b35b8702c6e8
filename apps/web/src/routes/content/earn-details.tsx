export { ErrorBoundary, loader } from '../not-found.tsx'
