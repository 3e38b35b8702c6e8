/*
 * The first script while developing: React's fast refresh has to be there before React is, and pages allow no inline
 * script that could put it there.
 */
const refreshPath = '/@react-refresh'
const refresh = await import(/* @vite-ignore */ refreshPath)
refresh.injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./entry-client.tsx')

export {}
