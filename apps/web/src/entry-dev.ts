/* React's fast refresh must load before React, and the page's policy allows no inline script. */
const refreshPath = '/@react-refresh'
const refresh = await import(/* @vite-ignore */ refreshPath)
refresh.injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type })
await import('./entry-client.tsx')

export {}
