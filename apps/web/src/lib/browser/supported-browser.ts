/**
 * What the scripts call and the oldest supported browsers have: Safari 17.4, Chrome 119 and Firefox 125 were the first
 * with all of it.
 */
export const isSupportedBrowser = (): boolean =>
  'popover' in HTMLElement.prototype &&
  'checkVisibility' in HTMLElement.prototype &&
  'withResolvers' in Promise &&
  'groupBy' in Object
