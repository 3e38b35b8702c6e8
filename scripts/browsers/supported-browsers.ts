/*
 * The oldest versions that are supported (docs/features.md): what was new 30 months ago. The build writes no newer syntax, and
 * `tests/engines.test.ts` finds newer calls. Move them forward together.
 */

/** By the names of MDN's data. */
export const supportedBrowsers = {
  chrome: 131,
  edge: 131,
  firefox: 140,
  safari: 17.4,
  safari_ios: 17.4,
} as const

/** As the build names them. */
export const buildTarget = Object.entries(supportedBrowsers).map(
  ([browser, version]) => `${browser.replace('safari_ios', 'ios')}${version}`,
)
